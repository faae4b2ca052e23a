# SPDX-License-Identifier: MIT
# A key is made once, for its owner only; a file that others can read is refused, and so is what contradicts itself.
callsight serve --make-key key
echo "status $?"
stat -c '%a %s' key
sed 's/-[0-9a-f]*:/-<8 digits>:/; s/:[0-9a-f]*$/:<key>/' key
tr -d -c : <key | wc -c
callsight serve --make-key key
echo "status $?"
callsight serve --make-key there/key
echo "status $?"

refused() {
  callsight serve --listen 127.0.0.1:0 "$@"
  echo "status $?"
}
chmod 644 key
refused --key-file key
chmod 600 key
refused --key-file none
refused --key-file key --ca key
refused --cert key
refused --key key
refused --ca key
refused --cert key --key key
echo '0123456789abcdef' >short
chmod 600 short
refused --key-file short
