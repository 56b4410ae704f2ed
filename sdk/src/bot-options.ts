import type { BotMessage, BotQuestion, Part } from '@recado/contracts'

type Option = BotQuestion['options'][number]
/** What a channel's buttons and lists take: WhatsApp's limits, which are the narrowest. */
const mostButtons = 3
const longestButton = 20
const mostRows = 10
const longestRow = 24
const longestHint = 72
const longestBody = 1_024

const isWithin = (options: readonly Option[], most: number, longest: number): boolean =>
  options.length <= most && options.every(({ title }) => title.length <= longest)

/**
 * Options of a bot as a numbered text, for channels and questions without buttons. Used by plugins that speak for bots.
 */
export const numberedBotOptions = (options: readonly Option[]): string =>
  options
    .map(({ title, description }, index) => `${index + 1}. ${title}${description === '' ? '' : ` (${description})`}`)
    .join('\n')

/** Characters that a formatted text may use as markup, which buttons and lists would show as they are. */
const markup = /[*_~`[\]]/

/**
 * How the options of a bot's question are shown under `body`: up to three as buttons, up to ten as a list. Undefined
 * for those that fit neither, and where several may be taken: buttons take one. Then they are
 * {@link numberedBotOptions}.
 */
export function botOptionsPart({ options, many }: BotQuestion, body: string): Part | undefined {
  const isUnique = new Set(options.map(({ title }) => title)).size === options.length
  if (many || !isUnique || body === '' || body.length > longestBody || markup.test(body)) return undefined
  const shown = options.map(({ id, title, description }) => ({
    id,
    label: title,
    ...(description !== '' && { hint: description.slice(0, longestHint) }),
  }))
  if (isWithin(options, mostButtons, longestButton) && options.every(({ description }) => description === ''))
    return { kind: 'interactive', body, buttons: shown }
  if (isWithin(options, mostRows, longestRow)) return { kind: 'interactive', body, list: shown }
  return undefined
}

const plain = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** The option that a text names: by its title, by its number. */
function optionOf(options: readonly Option[], text: string): Option | undefined {
  const named = options.find(({ title }) => plain(title) === plain(text))
  if (named) return named
  const number = /^\s*(\d{1,3})\s*[.)]?\s*$/.exec(text)?.[1]
  return number === undefined ? undefined : options[Number(number) - 1]
}

/**
 * What a contact's words mean to the bot: "2" is the second option, "1, 3" the first and the third of several. What
 * names no option is handed on as it is.
 */
export function readBotReply(
  question: BotQuestion | null,
  reply: { readonly text: string; readonly choice: string | null },
): BotMessage {
  const options = question?.options ?? []
  const said: BotMessage = { text: reply.text, files: [] }
  const chosen = options.find(({ id }) => id === reply.choice) ?? optionOf(options, reply.text)
  if (chosen) return { ...said, text: chosen.title, choice: chosen.id }
  if (question?.many) {
    const all = reply.text.split(/[,;\n]|\s+e\s+/).filter((each) => each.trim() !== '')
    const several = all.map((each) => optionOf(options, each))
    if (all.length > 1 && several.every((each) => each !== undefined))
      return { ...said, text: [...new Set(several.map(({ title }) => title))].join(', ') }
  }
  return said
}
