import type { ChannelCapabilities } from './capabilities.ts'
import type { Part } from './content.ts'
import { linkify } from './linkify.ts'
import { parseMarkup, type MarkupBlock, type MarkupInline } from './markup.ts'

const longestAddress = 2_000
/** Characters of a text beyond which it is not read for links. */
const longestText = 10_000
/** A longer value in the query of an address is taken for a token. */
const longestQueryValue = 40
/** A part of a path with more words than these is the title of an article. */
const mostWordsOfAct = 3
const words = (lines: string): ReadonlySet<string> => new Set(lines.trim().split(/\s+/))
/** Words in paths that do something, or let somebody in, when they are fetched. */
const actingWords = words(`
  unsubscribe unsubscribed optout desinscrever descadastrar descadastro desuscribir desuscribirse
  confirm confirmation confirmar confirmacao confirmacion verify verification verificar verificacao verificacion
  activate activation ativar ativacao activar activacion reset recover recovery redefinir recuperar restablecer
  login logout signin signout signup sso oauth oauth2 saml magiclink invite invitation convite invitacion
  delete remove remover excluir eliminar cancel cancelar cancelamento approve aprovar accept aceitar aceptar
  vote votar rsvp`)
/** Names in queries whose values let somebody in. */
const secretNames = words(`
  auth code hash hmac jwt key otp pass password passwd pin secret senha sid sig sign signature session ticket token`)
/** Names in queries that tell where a visitor came from, and nothing else. */
const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|msclkid|ttclid|twclid|igsh|igshid)$/i
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const webToken = /\beyJ[\w-]{10,}\.[\w-]+/
/** Letters and digits without a break, which are no word. */
const randomRun = /[a-z\d]{24,}/gi

/**
 * The first web link of a message, if the page behind it may be fetched and shown; undefined otherwise. The server
 * fetches no other one, and screens ask for no other. Only texts count: letters, by their channel or by their parts,
 * are full of links that are made for one person. A link that seems to hold a token, or to do something when it is
 * fetched, is left alone. Free of zod: screens read it.
 */
export function previewedLink(
  parts: readonly Part[],
  capabilities: Pick<ChannelCapabilities, 'letters'> | undefined,
): string | undefined {
  if (!capabilities || capabilities.letters) return undefined
  if (parts.some(({ kind }) => kind === 'html' || kind === 'letterHead')) return undefined
  for (const part of parts) {
    if (part.kind !== 'text') continue
    if (part.text.length > longestText) return undefined
    const first = part.format === 'markdown' ? firstOf(parseMarkup(part.text), linkOfBlock) : linkOfText(part.text)
    if (first !== undefined) return mayBeFetched(first) ? first : undefined
  }
  return undefined
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const linkOfText = (text: string): string | undefined =>
  linkify(text).find(({ href }) => href !== undefined && /^https?:/i.test(href))?.href

function linkOfBlock(block: MarkupBlock): string | undefined {
  switch (block.kind) {
    case 'pre':
      return undefined
    case 'list':
      return firstOf(block.items, ({ content }) => firstOf(content, linkOfPiece))
    default:
      return firstOf(block.lines, (line) => firstOf(line, linkOfPiece))
  }
}

function linkOfPiece(piece: MarkupInline): string | undefined {
  switch (piece.kind) {
    case 'code':
      return undefined
    case 'text':
      return linkOfText(piece.text)
    case 'link':
      return piece.href
    default:
      return firstOf(piece.content, linkOfPiece)
  }
}

/** Whether nothing happens when anybody fetches the address, as far as it can be told from it alone. */
function mayBeFetched(address: string): boolean {
  if (address.length > longestAddress || !URL.canParse(address)) return false
  const { hostname, pathname, searchParams, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  // A name with a dot; addresses of numbers name no site.
  if (!/\.[a-z][a-z\d-]*\.?$/i.test(hostname)) return false
  const path = decoded(pathname)
  if (looksRandom(path) || path.split('/').some(acts)) return false
  return [...searchParams].every(
    ([name, value]) =>
      tracking.test(name) ||
      !(value.length > longestQueryValue || looksRandom(value) || acts(value) || namesSecret(name) || acts(name)),
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

function acts(piece: string): boolean {
  const all = wordsOf(piece)
  return (
    all.length <= mostWordsOfAct && (all.some((word) => actingWords.has(word)) || all.join('').startsWith('optout'))
  )
}

const namesSecret = (name: string): boolean => wordsOf(name).some((word) => secretNames.has(word))

const looksRandom = (text: string): boolean =>
  uuid.test(text) || webToken.test(text) || (text.match(randomRun) ?? []).some((run) => /\d/.test(run))
