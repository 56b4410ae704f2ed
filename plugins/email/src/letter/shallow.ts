/** Letters of honest programs nest far less, even after a long exchange. */
const maxDepth = 300
const voidTags = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
])
/** Elements whose content is no markup; nothing of it is wanted. */
const rawTags = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
])
/** Elements whose end breaks a line in the text. */
const breaking = new Set(['p', 'div', 'li', 'tr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre'])

/**
 * The same HTML without what lies deeper than anybody looks, without comments and without elements whose content is no
 * markup. Parsers take time by the square of the depth, which a letter of a megabyte can make 200,000. Reads once, from
 * left to right.
 */
export function shallow(html: string): string {
  const kept: string[] = []
  const open = new Map<string, number>()
  let depth = 0
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at)
    if (start < 0) {
      kept.push(html.slice(at))
      break
    }
    kept.push(html.slice(at, start))
    const next = html[start + 1] ?? ''
    if (next === '!' || next === '?') {
      at = afterDeclaration(html, start)
      continue
    }
    const name = /^<\/?([a-z][^\s/>]{0,40})/i.exec(html.slice(start, start + 44))?.[1]?.toLowerCase()
    if (name === undefined) {
      kept.push('&lt;')
      at = start + 1
      continue
    }
    const end = endOfTag(html, start + 1 + name.length + Number(next === '/'))
    if (end < 0) break
    at = end
    if (next === '/') {
      const count = open.get(name) ?? 0
      if (count > 0) {
        open.set(name, count - 1)
        depth--
        kept.push(html.slice(start, end))
      } else if (name === 'p' || name === 'br') kept.push('<br>')
    } else if (rawTags.has(name)) at = afterRaw(html, end, name)
    else if (voidTags.has(name)) kept.push(html.slice(start, end))
    else if (depth < maxDepth) {
      open.set(name, (open.get(name) ?? 0) + 1)
      depth++
      kept.push(html.slice(start, end))
    } else if (breaking.has(name)) kept.push('<br>')
  }
  return kept.join('')
}

function afterDeclaration(html: string, start: number): number {
  const isComment = html.startsWith('<!--', start)
  const end = html.indexOf(isComment ? '-->' : '>', isComment ? start + 4 : start)
  return end < 0 ? html.length : end + (isComment ? 3 : 1)
}

/**
 * Behind the end of a tag whose attributes begin here; -1 when it never ends. A quote counts only where a value begins.
 */
function endOfTag(html: string, from: number): number {
  for (let at = from, isValue = false; at < html.length; at++) {
    const character = html[at]!
    if (character === '>') return at + 1
    if (isValue && (character === '"' || character === "'")) {
      at = html.indexOf(character, at + 1)
      if (at < 0) return -1
      isValue = false
    } else if (character === '=') isValue = true
    else if (!/\s/.test(character)) isValue = false
  }
  return -1
}

function afterRaw(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() !== name) continue
    const end = html.indexOf('>', at)
    return end < 0 ? html.length : end + 1
  }
  return html.length
}
