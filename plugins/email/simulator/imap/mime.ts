/** A part of a mail, by where it lies in its bytes. */
export interface MimePart {
  readonly headerStart: number
  readonly bodyStart: number
  readonly end: number
  readonly fields: ReadonlyMap<string, string>
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly children: readonly MimePart[]
  readonly inner?: MimePart
}

const maxDepth = 150

/** Reads the structure of a mail, as forgiving as servers are. Positions are bytes: the text is latin1. */
export function readMime(raw: string, start = 0, end = raw.length, depth = 0): MimePart {
  const headerEnd = headerLength(raw, start, end)
  const fields = fieldsOf(raw.slice(start, headerEnd))
  const [type, parameters] = valueOf(fields.get('content-type') ?? 'text/plain')
  const boundary = parameters.get('boundary')
  const common = {
    headerStart: start,
    bodyStart: headerEnd,
    end,
    fields,
    type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'text/plain',
    parameters,
  }
  if (type.startsWith('multipart/') && boundary !== undefined && depth < maxDepth)
    return {
      ...common,
      children: between(raw, headerEnd, end, boundary).map(([from, to]) => readMime(raw, from, to, depth + 1)),
    }
  if (type === 'message/rfc822' && depth < maxDepth)
    return { ...common, children: [], inner: readMime(raw, headerEnd, end, depth + 1) }
  return { ...common, children: [] }
}

function headerLength(raw: string, start: number, end: number): number {
  if (raw.startsWith('\r\n', start)) return start + 2
  const at = raw.indexOf('\r\n\r\n', start)
  return at < 0 || at >= end ? end : at + 4
}

function fieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of header.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}

/** `text/plain; charset="x"` as its value in lower case and its parameters. */
export function valueOf(field: string): [value: string, parameters: Map<string, string>] {
  const parameters = new Map<string, string>()
  for (const [, name, quoted, bare] of field.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g))
    parameters.set(name!.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
  return [field.split(';', 1)[0]!.trim().toLowerCase(), parameters]
}

function between(raw: string, start: number, end: number, boundary: string): (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = []
  const mark = `--${boundary}`
  let from: number | undefined
  for (let at = start; at < end;) {
    const found = raw.indexOf(mark, at)
    if (found < 0 || found >= end) break
    const isLineStart = found === start || raw[found - 1] === '\n'
    const lineEnd = raw.indexOf('\n', found)
    at = lineEnd < 0 ? end : lineEnd + 1
    if (!isLineStart) continue
    const rest = raw.slice(found + mark.length, lineEnd < 0 ? end : lineEnd).trim()
    if (rest !== '' && rest !== '--') continue
    if (from !== undefined) parts.push([from, Math.max(from, found - (raw[found - 2] === '\r' ? 2 : 1))])
    from = at
    if (rest === '--') return parts
  }
  if (from !== undefined && from < end) parts.push([from, end])
  return parts
}

/** The bytes of a section as FETCH names it: nothing, `HEADER`, `TEXT`, `1.2`, `1.2.MIME`, `2.HEADER`. */
export function sectionOf(raw: string, root: MimePart, section: string): string | undefined {
  const [, path = '', word = ''] = /^([\d.]*?)\.?(HEADER|TEXT|MIME)?$/i.exec(section) ?? []
  const part = path === '' ? root : find(root, path.split('.').map(Number))
  if (!part) return undefined
  const about = path === '' ? part : (part.inner ?? part)
  switch (word.toUpperCase()) {
    case 'HEADER':
      return raw.slice(about.headerStart, about.bodyStart)
    case 'TEXT':
      return raw.slice(about.bodyStart, about.end)
    case 'MIME':
      return raw.slice(part.headerStart, part.bodyStart)
    default:
      return path === '' ? raw.slice(part.headerStart, part.end) : raw.slice(part.bodyStart, part.end)
  }
}

function find(part: MimePart, [index, ...rest]: number[]): MimePart | undefined {
  if (index === undefined) return part
  const among = part.inner && part.children.length === 0 ? part.inner : part
  const next = among.children.length > 0 ? among.children[index - 1] : index === 1 ? among : undefined
  return next && find(next, rest)
}

const quoted = (text: string | undefined): string =>
  text === undefined ? 'NIL' : `"${text.replace(/[\r\n]+/g, ' ').replace(/[\\"]/g, '\\$&')}"`
const list = (parameters: ReadonlyMap<string, string>): string =>
  parameters.size === 0
    ? 'NIL'
    : `(${[...parameters].map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})`

/** BODYSTRUCTURE (RFC 3501 section 7.4.2). */
export function structureOf(raw: string, part: MimePart): string {
  const [type = '', subtype = ''] = part.type.split('/')
  const [disposition, dispositionParameters] = valueOf(part.fields.get('content-disposition') ?? '')
  const shown = disposition === '' ? 'NIL' : `(${quoted(disposition)} ${list(dispositionParameters)})`
  if (part.children.length > 0)
    return (
      `(${part.children.map((child) => structureOf(raw, child)).join('')} ${quoted(subtype)} ` +
      `${list(part.parameters)} ${shown} NIL NIL)`
    )
  if (type === 'multipart')
    return `("text" "plain" NIL NIL NIL "7bit" ${part.end - part.bodyStart} 0 NIL ${shown} NIL NIL)`
  const size = part.end - part.bodyStart
  const lines = raw.slice(part.bodyStart, part.end).split('\n').length
  const inner = part.inner
    ? ` ${envelope(part.inner)} ${structureOf(raw, part.inner)} ${lines}`
    : type === 'text'
      ? ` ${lines}`
      : ''
  return (
    `(${quoted(type)} ${quoted(subtype)} ${list(part.parameters)} ${quoted(part.fields.get('content-id'))} NIL ` +
    `${quoted(part.fields.get('content-transfer-encoding') ?? '7bit')} ${size}${inner} NIL ${shown} NIL NIL)`
  )
}

const envelope = ({ fields }: MimePart): string =>
  `(${quoted(fields.get('date'))} ${quoted(fields.get('subject'))} NIL NIL NIL NIL NIL NIL NIL ` +
  `${quoted(fields.get('message-id'))})`
