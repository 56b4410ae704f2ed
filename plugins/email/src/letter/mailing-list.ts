import { isAddress, normaliseAddress, type Person } from './address.ts'
import type { Head } from './head.ts'

/** "Ana via Clientes" or "Ana (via Clientes)", in the languages in which list programs write it. */
const via = /^(.+?)['"]?\s+\(?(?:via|über|através de|a través de|tramite|przez|через)\s+\S/iu

type ListHead = Pick<Head, 'all' | 'from' | 'replyTo' | 'originalAuthors'>

/**
 * The author of a mail whose `From` a mailing list has replaced by its own address, as lists do for domains whose
 * policy lets nobody else send in their name. Google Groups keeps the author in `X-Original-From` and
 * `X-Original-Sender`, Mailman in `Reply-To` (`from_is_list`, `dmarc_moderation_action`: "Munge From") and, where
 * answers go to the list, in `X-MailFrom` alone, groups.io in the address that it makes. Undefined for any other mail,
 * and where no field names somebody.
 * @param isOther whether an address can be the author's
 */
export function authorBehindList(head: ListHead, isOther: (person: Person) => boolean): Person | undefined {
  const { from, replyTo, originalAuthors } = head
  if (!from || !isReplaced(head, from)) return undefined
  const lists = listAddresses(head)
  const author = [...originalAuthors, ...replyTo, ...senders(head), ...hiddenIn(from)].find(
    (person) => person.address !== from.address && !lists.includes(person.address) && isOther(person),
  )
  if (!author) return undefined
  const [name = ''] = [author, ...replyTo]
    .filter(({ address }) => address === author.address)
    .flatMap((each) => nameWithoutList(each.name) || [])
  return { name: name || nameWithoutList(from.name), address: author.address }
}

const unnamed = (address: string): Person[] => (isAddress(address) ? [{ name: '', address }] : [])

/** Who sent the mail to the list, as Mailman keeps it. */
const senders = ({ all }: ListHead): Person[] => all('x-mailfrom').slice(0, 1).map(normaliseAddress).flatMap(unnamed)

/** `ana=x.test@lista.test` is Ana's address in one of the list's domain. */
const hiddenIn = ({ address }: Person): Person[] =>
  /^[^=@]+=[^=@]+\.[^=@]+@/.test(address)
    ? unnamed(normaliseAddress(address.slice(0, address.lastIndexOf('@')).replace('=', '@')))
    : []

function isReplaced(head: ListHead, from: Person): boolean {
  const isOfList = ['list-id', 'list-post', 'mailing-list', 'x-beenthere'].some((field) => head.all(field).length > 0)
  const isListsOwn = listAddresses(head).includes(from.address) || idOf(head) === from.address.replace('@', '.')
  return isOfList && (isListsOwn || via.test(from.name))
}

/** The name without the part that the list has added, where it has one. */
const nameWithoutList = (name: string): string =>
  via
    .exec(name)?.[1]
    ?.replace(/^['"]+|['"]+$/g, '')
    .trim() ?? name

/** `<clientes.listas.test>`, which is most often the address with a dot for its sign (RFC 2919). */
const idOf = ({ all }: ListHead): string | undefined =>
  /<?([^<>\s]{1,253})>?\s*$/.exec(all('list-id')[0]?.slice(0, 1_000) ?? '')?.[1]?.toLowerCase()

function listAddresses({ all }: ListHead): string[] {
  const posting = all('list-post').flatMap((field) => /<mailto:([^<>?\s]{1,254})/i.exec(field)?.[1] ?? [])
  const named = all('mailing-list').flatMap((field) => /^\s*list\s+([^\s;]{1,254})/i.exec(field)?.[1] ?? [])
  return [...posting, ...named, ...all('x-beenthere')].map(normaliseAddress).filter(isAddress)
}
