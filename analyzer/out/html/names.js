/* SPDX-License-Identifier: MIT */
/* Shorter forms of C++ names, for boxes and lists where the whole does not fit. */
const OPENING = '(<[{';
const CLOSING = ')>]}';
const OPERATOR =
  /^operator(\(\)|\[\]| \w[\w: ]*|<=>|<<=|>>=|->\*|<<|>>|&&|\|\||\+\+|--|->|[-+*/%^&|<>=!]=|[-+*/%^&|~!=<>,])/;

/* Where the brackets end that begin at @from; the end of the text when they do not. */
function closingOf(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (OPENING.includes(text[i])) depth++;
    else if (CLOSING.includes(text[i]) && text[i - 1] !== '-' && --depth === 0) return i;
  }
  return text.length;
}

/* a::(anonymous namespace)::b<c>(d) const: ['a', '(anonymous namespace)', 'b']. */
function partsOf(name) {
  const parts = [''];
  for (let i = 0; i < name.length; i++) {
    const isNamed =
      parts[parts.length - 1] === '' && /^\(anonymous namespace\)|^\{lambda/.test(name.slice(i));
    if (/^operator\W/.test(name.slice(i)) && !/\w$/.test(parts[parts.length - 1])) {
      const sign = OPERATOR.exec(name.slice(i));
      parts[parts.length - 1] += sign ? sign[0].trim() : 'operator';
      break;
    }
    if (name.startsWith('::', i)) {
      parts.push('');
      i++;
    } else if (isNamed) {
      const end = closingOf(name, i);
      parts[parts.length - 1] = name[i] === '{' ? 'lambda' : name.slice(i, end + 1);
      i = end;
    } else if (name[i] === '(') {
      if (closingOf(name, i) + 2 < name.length && name.startsWith('::', closingOf(name, i) + 1))
        i = closingOf(name, i);
      else break;
    } else if (name[i] === '<' || name[i] === '[') {
      i = closingOf(name, i);
    } else if (name[i] === ' ') {
      parts.splice(0, parts.length, ''); /* what came before was the type of the result */
    } else {
      parts[parts.length - 1] += name[i];
    }
  }
  return parts.filter(Boolean);
}

/* Text that may be broken behind each "::". */
function breakable(name) {
  return name.split(/(?<=::)/).flatMap((part, i) => (i ? [make('wbr'), part] : [part]));
}

/* The whole name, without parameters, the last two parts, the last one: each once. */
function shorterNames(name) {
  if (name.length > 400) return [`${name.slice(0, 400)}…`]; /* measuring a label takes time by its length */
  if (!/[:(<]/.test(name)) return [name];
  const parts = partsOf(name).filter((part) => part !== '(anonymous namespace)');
  if (!parts.length || !/^([\w~$.]|\(anonymous namespace\)::)/.test(name)) return [name];
  return [...new Set([name, parts.join('::'), parts.slice(-2).join('::'), parts[parts.length - 1]])];
}
