import { firstNames, lastNames, outlines } from './outlines.ts'
import type { ChannelName, ColleagueName, QueueName, Story } from './story.ts'

/** When a conversation took place. */
export interface Placement {
  readonly startsAt: Date
  /** Minutes from the first message to the first answer. */
  readonly answerMinutes: number
  /** Minutes from the first message to the last thing that was done. */
  readonly minutes: number
}

/** A conversation of the last month: it is over, and some customers said how it was. */
export interface PastTalk {
  readonly story: Story
  readonly when: Placement
  /** What the customer answers to the survey, which the others are not asked; empty when they do not answer. */
  readonly verdict?: readonly string[]
}

const days = 30
const dayMs = 86_400_000
const minuteMs = 60_000
/** Conversations of a day of the week, Sunday first. */
const perDay = [0, 5, 4, 4, 5, 4, 2] as const
/** 09:00 in São Paulo. */
const opensAtUtc = 12
const openMinutes = 9 * 60
const channels: readonly ChannelName[] = ['waba', 'telegram', 'waba', 'instagram', 'waba', 'facebook', 'hub']
const colleagues: Readonly<Record<QueueName, readonly ColleagueName[]>> = {
  Vendas: ['Rafael Lima', 'Helena Sales', 'Rafael Lima'],
  Suporte: ['Tiago Rocha', 'Rafael Lima'],
  Financeiro: ['Tiago Rocha'],
}
const verdicts: readonly (readonly string[])[] = [
  ['10', 'Atendimento rápido e gentil'],
  ['9', 'Tudo certo'],
  ['10', 'Sempre resolvem na hora!'],
  ['8', 'Bom, mas a entrega podia ser mais rápida'],
  ['6', 'Demoraram um pouco para responder'],
  ['10', 'Amo essa papelaria 💙'],
  ['9', 'Obrigada pela atenção'],
  ['3', 'Tive que explicar duas vezes'],
]

/** The conversations of the thirty days before `now`, oldest first. The same ones each time, but for the day. */
export function lastMonth(now: Date): readonly PastTalk[] {
  const talks: PastTalk[] = []
  for (let daysAgo = days; daysAgo > 0; daysAgo--) {
    const day = new Date(now.getTime() - daysAgo * dayMs)
    const opens = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), opensAtUtc)
    const count = perDay[day.getUTCDay()]!
    for (let index = 0; index < count; index++) {
      const startsAt = new Date(opens + ((index + spread(talks.length, 1)) / count) * openMinutes * minuteMs)
      talks.push(talkOf(talks.length, startsAt))
    }
  }
  return talks
}

function talkOf(index: number, startsAt: Date): PastTalk {
  const { queue, lines, answers, tag } = outlines[index % outlines.length]!
  const by = colleagues[queue][index % colleagues[queue].length]!
  const answerMinutes = 2 + spread(index, 2) ** 2 * 28
  return {
    story: {
      name: `${firstNames[index % firstNames.length]} ${lastNames[Math.floor(index / firstNames.length)]}`,
      channel: channels[index % channels.length]!,
      queue,
      lines,
      ...(tag !== undefined && { tag }),
      taken: { by, answers, isResolved: true },
      next: [],
    },
    when: { startsAt, answerMinutes, minutes: answerMinutes + 6 + spread(index, 3) ** 2 * 90 },
    ...(index % 5 === 1 && { verdict: [] }),
    ...(index % 5 > 2 && { verdict: verdicts[Math.floor(index / 2) % verdicts.length]! }),
  }
}

/** A number from 0 to 1 that looks like chance, and is the same for the same place. */
function spread(index: number, series: number): number {
  const value = Math.sin(index * 12.9898 + series * 78.233) * 43_758.5453
  return value - Math.floor(value)
}
