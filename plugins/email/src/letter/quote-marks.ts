/** Attributes of an element, with their names in lower case. */
export type Attributes = Readonly<Record<string, string>>

/** Outlook on the web puts `x_` before the names that it finds in a mail, and Yahoo `ydp` and a number. */
const named = (name: string): string => name.toLowerCase().replace(/^(?:x_)+|^ydp[\da-f]*(?=yahoo_)/, '')
const classesOf = ({ class: classes = '' }: Attributes): string[] => classes.split(/\s+/).map(named)
const idOf = ({ id = '' }: Attributes): string => named(id)

const wrappingClasses = new Set([
  // Gmail: the quote and the line above it. Only some versions wrap one in the other.
  'gmail_quote',
  'gmail_quote_container',
  'gmail_attr',
  'yahoo_quoted',
  'protonmail_quote',
  // Zimbra.
  'zmail_extra',
  // Thunderbird: the line above a quote, and a mail that is passed on.
  'moz-cite-prefix',
  'moz-forward-container',
  // Outlook on a telephone.
  'ms-outlook-mobile-reference-message',
])
const signatureClasses = new Set(['gmail_signature', 'moz-signature', 'protonmail_signature_block', 'k9mail-signature'])
const wrappingIds = /^(?:isforwardcontent|yahoo_quoted_\d+)$/
// Of Outlook, Samsung's program and Yahoo on a telephone.
const signatureIds = /^(?:signature|ms-outlook-mobile-signature|composer_signature|ymail_\w{1,20}_signature)$/

/** Whether a mail program puts a signature into this element. Spark names it otherwise than the rest. */
export const signs = (attributes: Attributes): boolean =>
  classesOf(attributes).some((name) => signatureClasses.has(name)) ||
  signatureIds.test(idOf(attributes)) ||
  attributes['name'] === 'messageSignatureSection'

/** Containers in which the line above a quote and the quote stand side by side, and so do answers in between. */
const containers = new Set(['gmail_quote', 'gmail_quote_container', 'protonmail_quote', 'zmail_extra'])
/** Whether an author may have written between the quotes of this element, which wraps them. */
export const holdsQuotes = (tag: string, attributes: Attributes): boolean =>
  tag !== 'blockquote' && classesOf(attributes).some((name) => containers.has(name))

/** Whether a mail program puts what it repeats into this element. */
export const wraps = (tag: string, attributes: Attributes): boolean =>
  classesOf(attributes).some((name) => wrappingClasses.has(name)) ||
  wrappingIds.test(idOf(attributes)) ||
  (tag === 'blockquote' &&
    // "3D" is what quoted-printable that was encoded twice leaves of an attribute.
    (attributes['type']?.toLowerCase() === 'cite' || classesOf(attributes).includes('3d')))

/** Outlook, Hotmail, Entourage, GMX and Outlook on a telephone. */
const dividingIds = new Set([
  'divrplyfwdmsg',
  'appendonsend',
  'stopspelling',
  'olk_src_body_section',
  'reply-intro',
  'mail-editor-reference-message-container',
])
/**
 * The rule of Outlook on Windows and macOS above the fields of the mail that is answered. Nobody else writes points.
 */
const rule = /(?:^|;)border:none;border-top:solid#(?:e1e1e1|b5c4df)1(?:\.0)?pt(?:;|$)/

/** Whether a mail program repeats everything from this element on. */
export const divides = (tag: string, attributes: Attributes): boolean =>
  dividingIds.has(idOf(attributes)) ||
  classesOf(attributes).includes('outlookmessageheader') ||
  (tag === 'div' && rule.test((attributes['style'] ?? '').toLowerCase().replace(/\s+/g, '')))

/**
 * Whether this is a quote that no program has put its name to: it may be what is answered, or what the author quotes.
 * Mail programs indent an author's own lines by the same element, without a line beside them.
 */
export const quotesBarely = (tag: string, attributes: Attributes): boolean => {
  const style = (attributes['style'] ?? '').toLowerCase()
  return (
    tag === 'blockquote' &&
    (/border-left/.test(style) || (!attributes['class']?.trim() && !/border(?:-style)?\s*:\s*(?:none|0)/.test(style)))
  )
}
