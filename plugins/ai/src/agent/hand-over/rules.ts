import type { Contact, Ticket } from '@recado/sdk'
import type { Prompt } from '../../prompts/prompt.ts'
import { angry, negations, notHelped, notKnown, personAlone, politeWords, wantsPerson } from './phrases.ts'
import { phraseIn, plain } from './plain.ts'
import { reason } from './reason.ts'

/* What a rule can decide is decided here, before and after the model, whatever the model thinks of it. */

type Rules = Pick<Prompt, 'handOver' | 'refusedTopics'>

/** A conversation as rules read it. */
export interface Heard {
  /** What the customer said since the last answer. */
  readonly unanswered: string
  /** Everything that the customer said in the conversation, oldest first, `unanswered` among it. */
  readonly customer: readonly string[]
  /** Undefined where nobody is known: in a trial. */
  readonly contact: Pick<Contact, 'tags' | 'attributes'> | undefined
  readonly ticketTags: Ticket['tags']
}

const shortest = 15
/** Whether a text shouts: three words or more, nearly all of it in capitals. */
function shouts(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  const large = text.match(/\p{Lu}/gu) ?? []
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 3 && letters.length >= shortest && large.length / letters.length > 0.8
}

function asksForPerson(text: string): string | undefined {
  const phrase = phraseIn(text, wantsPerson)
  if (phrase !== undefined) {
    const before = plain(text).split(plain(phrase).trim())[0]!
    return negations.some((negation) => before.endsWith(plain(negation))) ? undefined : phrase
  }
  const words = plain(text).trim().split(' ')
  const named = words.filter((word) => !politeWords.includes(word))
  return named.length === 1 && personAlone.includes(named[0]!) ? named[0] : undefined
}

/** Times that a customer may say that an answer did not help. */
const patience = 2

function vipOf({ handOver: { vipTags, vipAttribute, vipValue } }: Rules, { contact, ticketTags }: Heard) {
  const tag = [...(contact?.tags ?? []), ...ticketTags].find(({ id }) => vipTags.includes(id))
  if (tag) return tag.tag
  const value = vipAttribute === '' ? undefined : contact?.attributes?.[vipAttribute]
  if (value === undefined || value === false || value === '') return undefined
  const values = Array.isArray(value) ? value : [value]
  const isMeant = vipValue === '' || values.some((one) => plain(String(one)) === plain(vipValue))
  return isMeant ? vipAttribute : undefined
}

/** Why people get what was said, before a model reads it; undefined where no rule says so. */
export function beforeModel(rules: Rules, heard: Heard): string | undefined {
  const { handOver, refusedTopics } = rules
  const { unanswered, customer } = heard
  if (handOver.vip) {
    const vip = vipOf(rules, heard)
    if (vip !== undefined) return reason('vip', vip)
  }
  if (handOver.person) {
    const phrase = asksForPerson(unanswered)
    if (phrase !== undefined) return reason('person', phrase)
  }
  if (handOver.anger) {
    const word = phraseIn(unanswered, angry)
    if (word !== undefined) return reason('anger', word.replace('*', ''))
    if (shouts(unanswered)) return reason('shouted')
  }
  if (handOver.scope) {
    const topic = refusedTopics.find((one) => phraseIn(unanswered, [`${one}*`]) !== undefined)
    if (topic !== undefined) return reason('scope', topic)
  }
  if (handOver.unsure) {
    const complaints = customer.filter((text) => phraseIn(text, notHelped) !== undefined)
    const phrase = phraseIn(unanswered, notHelped)
    if (complaints.length >= patience && phrase !== undefined) return reason('notHelped', phrase)
  }
  return undefined
}

/** Length from which the same answer again is one too many. */
const longestGreeting = 30

/** Why an answer is not sent; undefined where no rule says so. */
export function afterModel(
  { handOver }: Rules,
  { say, cites, before }: { readonly say: string; readonly cites: number; readonly before: readonly string[] },
): string | undefined {
  if (handOver.unsure) {
    const phrase = phraseIn(say, notKnown)
    if (phrase !== undefined) return reason('unsure', phrase.replace('*', ''))
    if (say.length >= longestGreeting && before.some((earlier) => plain(earlier) === plain(say)))
      return reason('repeated')
  }
  return handOver.needsSource && cites === 0 ? reason('noSource') : undefined
}
