import { domainOf } from './address.ts'
import { isOfOneOrganisation, organisationOf } from './organisation.ts'

/**
 * Names of addresses from which programs write and which nobody reads, as whole words of the local part. WordPress
 * writes from `wordpress@` unless it is told otherwise (wp_mail); Google Forms from `forms-receipts-noreply@`.
 */
const words = [
  'no[-_.]?reply',
  'do[-_.]?not[-_.]?reply',
  'n[aã]o[-_.]?respond[ae]r?',
  'no[-_.]?respond[ae]r?',
  'ne[-_.]?pas[-_.]?repondre',
  'nicht[-_.]?antworten',
  'notifications?',
  'notifica(?:coes|ções|ciones)',
  'wordpress',
  '(?:web|contact)?[-_.]?forms?',
  'formul[aá]rios?',
  'submissions?',
  'form[-_.]?(?:submissions?|responses?|entr(?:y|ies)|mail(?:er)?)',
  'respostas?[-_.]?(?:do[-_.])?formul[aá]rios?',
  'mailer(?![-_.]?daemon)',
  'robot',
  'automated',
  // Web servers that send by themselves.
  'www[-_.]?data',
  'apache',
  'nobody',
]
const isProgram = new RegExp(String.raw`(?:^|[._+-])(?:${words.join('|')})(?:[._+\d-]|$)`, 'i')

/** Whether an address looks like that of a program whose mails nobody can answer. */
export const looksUnanswered = (address: string): boolean => isProgram.test(address.slice(0, address.lastIndexOf('@')))

/** Providers at whose domains anybody can have an address: their users are no organisation. */
const providers = new Set(
  (
    'gmail googlemail outlook hotmail live msn yahoo ymail rocketmail aol icloud me mac gmx web proton protonmail pm ' +
    'zoho zohomail fastmail tuta tutanota yandex ya mail inbox bk list rambler qq 163 126 naver ' +
    'uol bol terra ig globo globomail r7 zipmail'
  ).split(' '),
)
const isShared = (domain: string): boolean => providers.has((organisationOf(domain) ?? domain).split('.', 1)[0]!)

/** Whether an address belongs to the organisation of one of these, and not just to the same provider. */
export function isOfOwnDomain(address: string, own: Iterable<string>): boolean {
  const domain = domainOf(address)
  return !isShared(domain) && [...own].some((each) => isOfOneOrganisation(domain, domainOf(each)))
}
