/** One result of a field `Authentication-Results` (RFC 8601), in lower case. */
export interface AuthenticationResult {
  readonly method: string
  readonly verdict: string
  /** By type and name, such as `header.d`. One that was said twice in different words is not there. */
  readonly properties: ReadonlyMap<string, string>
}

/** Verification results of a server for a mail. Exchange Online leaves its name out. */
export interface AuthenticationResults {
  readonly server: string | undefined
  readonly results: readonly AuthenticationResult[]
}

/** No server writes more; a longer one is an attack. */
const maxLength = 16_384

/**
 * Reads one field. Comments (nested ones too) are skipped and quoted texts taken as they are, as the sender of a mail
 * chooses part of both: the address that it came from stands there. Undefined for a field whose comments or quotes do
 * not end, or that has an address with a quoted local part, which nobody has and which could hold anything. Never
 * throws.
 */
export function readAuthenticationResults(field: string): AuthenticationResults | undefined {
  const read = field.length > maxLength ? undefined : piecesOf(field.toLowerCase())
  if (!read) return undefined
  const { pieces, quoted } = read
  if (pieces.some((piece) => /"\s*@/.test(piece))) return undefined
  const value = (text: string): string => (text.startsWith('"') ? quoted[Number(text.slice(1, -1))]! : text)
  const [first = '', ...rest] = pieces
  const isNamed = !first.includes('=')
  const [name] = first.trim().split(/\s+/)
  return {
    server: isNamed && name ? value(name) : undefined,
    results: (isNamed ? rest : pieces).flatMap((piece) => resultIn(piece, value) ?? []),
  }
}

function resultIn(piece: string, value: (text: string) => string): AuthenticationResult | undefined {
  const [, method, verdict, rest] =
    /^\s*([a-z][a-z0-9-]*)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)(?=\s|$)(.*)$/s.exec(piece) ?? []
  if (method === undefined || verdict === undefined || rest === undefined) return undefined
  const properties = new Map<string, string>()
  const contested = new Set<string>()
  for (const [, property, text] of rest.matchAll(/(?<=\s)([a-z][a-z0-9.-]*)\s*=\s*("\d+"|[^\s"]+)/g)) {
    const said = value(text!)
    if ((properties.get(property!) ?? said) !== said) contested.add(property!)
    properties.set(property!, said)
  }
  for (const property of contested) properties.delete(property)
  return { method, verdict, properties }
}

/** The pieces between semicolons: without comments, and with the number of each quoted text in its place. */
function piecesOf(
  field: string,
): { readonly pieces: readonly string[]; readonly quoted: readonly string[] } | undefined {
  const quoted: string[] = []
  const pieces: string[] = []
  let piece = ''
  for (let at = 0; at < field.length; at++) {
    const sign = field[at]!
    if (sign === '(' || sign === '"') {
      const end = sign === '(' ? endOfComment(field, at) : endOfQuote(field, at)
      if (end === undefined) return undefined
      piece += sign === '(' ? ' ' : `"${quoted.push(field.slice(at + 1, end).replace(/\\(.)/gs, '$1')) - 1}"`
      at = end
    } else if (sign === ';') {
      pieces.push(piece)
      piece = ''
    } else if (sign === ')' || sign === '\\') return undefined
    else piece += sign
  }
  return { pieces: [...pieces, piece], quoted }
}

/** A comment with half a pair of quotes was cut short by what somebody put between them, and a server repeated. */
function endOfComment(field: string, from: number): number | undefined {
  let depth = 0
  let quotes = 0
  for (let at = from; at < field.length; at++) {
    if (field[at] === '\\') at++
    else if (field[at] === '"') quotes++
    else if (field[at] === '(') depth++
    else if (field[at] === ')' && --depth === 0) return quotes % 2 === 0 ? at : undefined
  }
  return undefined
}

function endOfQuote(field: string, from: number): number | undefined {
  for (let at = from + 1; at < field.length; at++) {
    if (field[at] === '\\') at++
    else if (field[at] === '"') return at
  }
  return undefined
}
