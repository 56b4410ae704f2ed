/* What the simulated model says. The same question has the same answer: no knowledge, no chance. */

export interface SimulatedTurn {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly unknown[]
}
export interface SimulatedTool {
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters?: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
  }
}
export interface SimulatedAnswer {
  readonly text: string
  /** Arguments that are a text are written as they are, malformed too. */
  readonly calls: readonly { readonly name: string; readonly arguments: object | string }[]
}

/** Arguments as both protocols of OpenAI write them. */
export const writtenArguments = (given: object | string): string =>
  typeof given === 'string' ? given : JSON.stringify(given)

const textOf = ({ content }: SimulatedTurn): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: unknown }) => String(part.text ?? '')).join('\n')
      : ''

/** A language by its letters, as far as a simulator has to tell. */
const languageOf = (text: string): string =>
  /\p{Script=Cyrillic}/u.test(text) ? 'ru' : /[ñ¿¡]/.test(text) ? 'es' : /[ãõçê]/i.test(text) ? 'pt-BR' : 'en'

/** Commands in a text, which an obedient model follows whoever wrote them. */
const commands: readonly {
  pattern: RegExp
  answer(match: RegExpExecArray, system: string, last: string): SimulatedAnswer
}[] = [
  {
    pattern: /\bCALL (\w+)(?:\((\{.*?\})\))?/,
    answer: ([, name = '', given]) => ({ text: '', calls: [{ name, arguments: given ? readJson(given) : {} }] }),
  },
  { pattern: /\bREVEAL\b/, answer: (_match, system) => ({ text: system, calls: [] }) },
  {
    pattern: /\bLEAK (https?:\/\/[^\s"]+)/,
    answer: ([, address = ''], _system, last) => ({
      text: `![foto](${address}${encodeURIComponent(last.slice(0, 30))})`,
      calls: [],
    }),
  },
  { pattern: /\bSAY "([^"]*)"/, answer: ([, said = '']) => ({ text: said, calls: [] }) },
]

/** Tags of Unicode, which people do not see and models read, as the letters that they stand for. */
const untagged = (text: string): string =>
  text.replace(/[\u{e0020}-\u{e007e}]/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xe0000))

const readJson = (text: string): object => {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

/** A translation with the words that the company wants. */
const inOwnWords = (text: string, system: string): string =>
  [...system.matchAll(/"([^"]+)" as "([^"]+)"/g)].reduce(
    (translated, [, said = '', becomes = '']) => translated.replaceAll(said, becomes),
    text,
  )

/** Arguments that a line names: `order=1234`. */
function argumentsIn(line: string, tool: SimulatedTool | undefined): object {
  const given = Object.entries(tool?.function.parameters?.properties ?? {}).flatMap(([name, { type }]) => {
    const [, written] = new RegExp(`\\b${name}=("[^"]*"|\\S+)`).exec(line) ?? []
    if (written === undefined) return []
    const text = written.replace(/^"|"$/g, '')
    const isNumber = type === 'number' || type === 'integer'
    return [[name, isNumber && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text]]
  })
  return Object.fromEntries(given) as object
}

/** What is said after a function has answered; undefined where the answer says nothing of itself. */
function afterFunction(turns: readonly SimulatedTurn[]): string | undefined {
  const last = turns.at(-1)
  if (last?.role !== 'tool') return undefined
  const text = textOf(last)
  if (text.startsWith('Not done')) return 'Faltam dados para isso.'
  return text.startsWith('This is a rehearsal') ? undefined : `Resultado: ${text}`
}

const wantsPerson = /atendente|humano|pessoa|human|person|persona|человек/i

/** What the model answers to a question. */
export function answerTo(
  turns: readonly SimulatedTurn[],
  tools: readonly SimulatedTool[],
  isObedient: boolean,
): SimulatedAnswer {
  const say = (text: string): SimulatedAnswer => ({ text, calls: [] })
  const system = turns
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .join('\n')
  const said = turns.filter(({ role }) => role === 'user').map(textOf)
  const last = said.at(-1) ?? ''
  const answered = turns.filter(({ role }) => role === 'tool').map(textOf)
  if (isObedient)
    for (const { pattern, answer } of commands) {
      const match = pattern.exec(untagged([...answered, ...said, system].join('\n')))
      if (match) return answer(match, system, last)
    }
  const [, language] = /^Translate what .*?tag "([\w-]+)"/s.exec(system) ?? []
  if (language !== undefined)
    return say(JSON.stringify({ language: languageOf(last), text: `[${language}] ${inOwnWords(last, system)}` }))
  const [, into] = /Translate it into the language with the tag "([\w-]+)"/.exec(system) ?? []
  if (into !== undefined) return say(`[${into}] ${inOwnWords(last, system)}`)
  const [, offered] = /^You sort .*<tags>\n([\s\S]*?)\n<\/tags>/s.exec(system) ?? []
  if (offered !== undefined) {
    const fits = offered.split('\n').flatMap((line) => {
      const [, number = '', name = ''] = /^(\d+): (.*)$/.exec(line) ?? []
      const isSaid = name !== '' && last.toLowerCase().includes(name.toLowerCase())
      return isSaid ? [{ number: Number(number), why: `O cliente fala de ${name}.` }] : []
    })
    const isUrgent = /urgente|urgent|срочно/i.test(last)
    return say(
      JSON.stringify({ tags: fits, priority: isUrgent ? 'urgent' : 'normal', why: isUrgent ? 'Tem pressa.' : '' }),
    )
  }
  const [, style] = /in this style: (\w[\w ]*):/.exec(system) ?? []
  if (style !== undefined) return say(`${last} (${style})`)
  if (system.includes('half as long')) return say(`${last.slice(0, Math.ceil(last.length / 2)).trim()}…`)
  const [, customer = ''] = /(?:^|\n)Customer: ([^\n]*)(?![\s\S]*\nCustomer: )/.exec(last) ?? []
  const [, passage] = /<articles>\n\[1\] [^\n]*\n([^\n]+)/.exec(`${system}\n${last}`) ?? []
  if (system.startsWith('You draft') && passage !== undefined) return say(`Olá! ${passage} [1]`)
  if (system.startsWith('You draft')) return say(`Sobre “${customer}”: vou verificar e já respondo.`)
  if (system.startsWith('You summarize')) return say(`O cliente pede: ${customer}`)
  const names = tools.map((tool) => tool.function.name)
  const line = last.split('\n').at(-1) ?? ''
  const told = afterFunction(turns)
  if (told !== undefined) return say(told)
  if (names.includes('hand_over') && wantsPerson.test(line))
    return {
      text: 'Vou chamar uma pessoa.',
      calls: [{ name: 'hand_over', arguments: { cause: 'person', reason: 'pediu uma pessoa' } }],
    }
  const wanted = names.find((name) => name !== 'hand_over' && line.includes(name.replaceAll('_', ' ')))
  const [, failed] = /Could not be done, which the customer has to be told: ([\w, ]+)\./.exec(system) ?? []
  if (failed !== undefined) return say(`Não foi possível: ${failed}`)
  const isDone = wanted !== undefined && system.includes(`Done for the customer in this turn: ${wanted}`)
  if (wanted !== undefined && !isDone) {
    const tool = tools.find((one) => one.function.name === wanted)
    return { text: '', calls: [{ name: wanted, arguments: argumentsIn(line, tool) }] }
  }
  const [, done] = /Done for the customer in this turn: ([\w, ]+)\./.exec(system) ?? []
  if (done !== undefined) return say(`Feito: ${done}`)
  return say(passage === undefined ? `Você disse: ${line}` : `${passage} [1]`)
}
