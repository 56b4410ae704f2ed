/** A node of a mail's structure, as the server describes it (RFC 3501, BODYSTRUCTURE). */
export interface Node {
  readonly part?: string | undefined
  readonly type: string
  readonly parameters?: Readonly<Record<string, string>> | undefined
  readonly id?: string | undefined
  readonly encoding?: string | undefined
  readonly size?: number | undefined
  readonly disposition?: string | undefined
  readonly dispositionParameters?: Readonly<Record<string, string>> | undefined
  readonly envelope?: { readonly subject?: string | undefined } | undefined
  readonly childNodes?: readonly Node[] | undefined
}

/** A part that is read as text. */
export interface TextLeaf {
  readonly part: string
  readonly html: boolean
  readonly charset: string | undefined
  readonly encoding: string | undefined
  readonly size: number
  readonly flowed: boolean
  readonly deletesSpace: boolean
}
/** A part that is a file. `id` is its Content-ID, by which HTML refers to it. */
export interface FileLeaf {
  readonly part: string
  readonly mime: string
  readonly name: string | undefined
  readonly size: number
  readonly encoding: string | undefined
  readonly id: string | undefined
  readonly isInline: boolean
}
/** A report about another mail: its content, and the header of the reported mail. */
export interface ReportLeaf {
  readonly part: string
  readonly type: string
  readonly encoding: string | undefined
  readonly size: number
}

export interface Outline {
  /** Parts in reading order; of alternatives the richest that can be shown, with the plain one. */
  readonly pieces: readonly { readonly html?: TextLeaf; readonly plain?: TextLeaf }[]
  readonly files: readonly FileLeaf[]
  readonly reports: readonly ReportLeaf[]
  /** Type of the whole. */
  readonly type: string
}

type Piece = Outline['pieces'][number]
/** A file that could be a text, but has a file name. */
interface DraftFile extends FileLeaf {
  readonly body?: TextLeaf
}
interface Draft {
  pieces: Piece[]
  files: DraftFile[]
  reports: ReportLeaf[]
  visited: number
}

/** Limits of nesting and of parts; deeper ones are not read. */
const maxDepth = 40
const maxNodes = 2_000
const reportTypes = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
  'text/rfc822-headers',
  'message/global-headers',
  'message/feedback-report',
])

/** Division of a mail into text and files. Pure and total. */
export function outlineOf(root: Node | undefined): Outline {
  const draft: Draft = { pieces: [], files: [], reports: [], visited: 0 }
  const type = (root?.type ?? 'text/plain').toLowerCase()
  if (root) visit(root, draft, 0, type === 'multipart/report')
  if (draft.pieces.length === 0) readNamed(draft)
  return { ...draft, type }
}

/** A letter without any text but one that has a name is one that some program has given a name to. */
function readNamed(draft: Draft): void {
  const at = draft.files.findIndex(({ body }) => body !== undefined)
  const [named] = at < 0 ? [] : draft.files.splice(at, 1)
  if (named?.body) draft.pieces.push(pieceOf(named.body))
}

function visit(node: Node, draft: Draft, depth: number, inReport: boolean): void {
  if (++draft.visited > maxNodes || depth > maxDepth) return
  const type = node.type.toLowerCase()
  const children = node.childNodes ?? []
  if (type === 'multipart/alternative') alternative(children, draft, depth, inReport)
  else if (type.startsWith('multipart/'))
    for (const child of children) visit(child, draft, depth + 1, inReport || type === 'multipart/report')
  else leaf(node, type, draft, inReport)
}

/** The same once more, for programs that show it in their own way. */
const retold = new Set(['text/x-amp-html', 'text/watch-html'])

/** The same said several times: the texts make one piece, anything else stays a file. */
function alternative(children: readonly Node[], draft: Draft, depth: number, inReport: boolean): void {
  const inside: Draft = { pieces: [], files: [], reports: [], visited: draft.visited }
  for (const child of children) visit(child, inside, depth + 1, inReport)
  draft.visited = inside.visited
  const html = inside.pieces.find((piece) => piece.html)?.html
  const plain = inside.pieces.find((piece) => piece.plain)?.plain
  if (html || plain) draft.pieces.push({ ...(html && { html }), ...(plain && { plain }) })
  draft.files.push(...(html || plain ? inside.files.filter(({ mime }) => !retold.has(mime)) : inside.files))
  draft.reports.push(...inside.reports)
}

function leaf(node: Node, type: string, draft: Draft, inReport: boolean): void {
  const { parameters = {}, dispositionParameters = {}, size = 0, encoding } = node
  const part = node.part ?? '1'
  const name = dispositionParameters['filename'] ?? parameters['name']
  const disposition = node.disposition?.toLowerCase()
  if (reportTypes.has(type)) return void draft.reports.push({ part, type, encoding, size })
  const isText = (type === 'text/plain' || type === 'text/html') && disposition !== 'attachment'
  const body: TextLeaf = {
    part,
    html: type === 'text/html',
    charset: parameters['charset'],
    encoding,
    size,
    flowed: parameters['format']?.toLowerCase() === 'flowed',
    deletesSpace: parameters['delsp']?.toLowerCase() === 'yes',
  }
  if (isText && name === undefined) return void draft.pieces.push(pieceOf(body))
  // The mail that a bounce returns is our own; its header is enough.
  if (inReport && (type === 'message/rfc822' || type === 'message/global'))
    draft.reports.push({ part, type, encoding, size })
  const id = node.id?.trim().replace(/^<|>$/g, '')
  draft.files.push({
    part,
    mime: type,
    name: nameOf(name, type, node),
    size: decodedSize(size, encoding),
    encoding,
    id: id === '' ? undefined : id,
    isInline: disposition !== 'attachment' && type.startsWith('image/') && id !== undefined,
    ...(isText && { body }),
  })
}

const pieceOf = (text: TextLeaf): Piece => (text.html ? { html: text } : { plain: text })

const decodedSize = (size: number, encoding: string | undefined): number =>
  encoding?.toLowerCase() === 'base64' ? Math.floor(size * 0.73) : size

const extensions: Readonly<Record<string, string>> = {
  'text/calendar': 'invite.ics',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
  'application/pkcs7-mime': 'smime.p7m',
  'application/x-pkcs7-mime': 'smime.p7m',
  'application/pkcs7-signature': 'smime.p7s',
  'application/pgp-signature': 'signature.asc',
  'application/pgp-encrypted': 'version.txt',
  'application/ms-tnef': 'winmail.dat',
}

function nameOf(name: string | undefined, type: string, node: Node): string | undefined {
  const given = fileName(name)
  if (given !== undefined) return given
  if (type === 'message/rfc822') return mailFileName(node.envelope?.subject ?? '')
  return extensions[type]
}

/** File name of a mail that is kept as a file: its subject. */
export const mailFileName = (subject: string): string =>
  `${
    subject
      .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'mail'
  }.eml`

/** A name as it can be shown and saved; undefined where nothing is left of it. */
export function fileName(name: string | undefined): string | undefined {
  return (
    name
      // oxlint-disable-next-line no-control-regex
      ?.replace(/[\x00-\x1f\x7f/\\\u202a-\u202e\u2066-\u2069]+/g, '_')
      .trim()
      .slice(0, 200) || undefined
  )
}
