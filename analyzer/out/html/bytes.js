/* SPDX-License-Identifier: MIT */
/* The binary blocks of the page. */
function blockBytes(id) {
  const block = $(id);
  const text = block ? block.textContent : '';
  if (block) block.remove(); /* the text is as large as what comes of it */
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const result = new Uint8Array(binary.length);
  for (let i = 0; i < result.length; i++) result[i] = binary.charCodeAt(i);
  return result;
}

class Varints {
  constructor(array) {
    this.array = array;
    this.at = 0;
  }

  get ended() {
    return this.at >= this.array.length;
  }

  byte() {
    return this.array[this.at++];
  }

  next() {
    let byte = this.array[this.at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 128;
    do {
      byte = this.array[this.at++];
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    return value;
  }
}
