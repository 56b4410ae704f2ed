import { templateNames, useApi, useViewer, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { Variable, Vocabulary } from '../variables/variable.ts'
import { builtInNames, dayPart, type BuiltInName, type VariableFacts } from '../variables/variables.ts'

/** How a message is worded for one conversation. */
export interface Wording {
  readonly state: 'pending' | 'failed' | 'ready'
  /** Names that can stand between braces here: those for everybody, then the company's own. */
  readonly names: readonly string[]
  /** What each name stands for now; `answers` are what the agent was asked for. */
  facts(answers?: Readonly<Record<string, string>>): VariableFacts
  /** Which of the company's variables have to be asked for, to say these texts. */
  askedIn(templates: readonly string[]): Variable[]
}

const staleAfterMs = 60_000
const firstName = (name: string): string => name.trim().split(/\s+/u, 1)[0]!

/** The words for a conversation; without one, examples. Date, time and greeting go by the company's clock. */
export function useWording(ticket: { readonly name: string; readonly protocol: string; readonly queue: string | null } | undefined, isWanted = true): Wording {
  const { t, i18n } = useWords()
  const { name: agent } = useViewer()
  const api = useApi()
  const { data, isError } = useQuery({ queryKey: ['quick-messages', 'vocabulary'], queryFn: ({ signal }) => api.get<Vocabulary>('variables', { signal }), enabled: isWanted, staleTime: staleAfterMs })
  const own = data?.variables ?? []
  const fullName = (ticket?.name ?? t('example.contact')).trim()

  return {
    state: data ? 'ready' : isError ? 'failed' : 'pending',
    names: [...Object.keys(builtInNames), ...own.map(({ key }) => key)],
    facts(answers = {}) {
      const [at, timeZone] = [new Date(), data?.timeZone ?? 'UTC']
      const written = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(i18n.language, { ...options, timeZone }).format(at)
      const builtIn: Record<BuiltInName, string> = {
        name: firstName(fullName), firstName: firstName(fullName), fullName, agent,
        protocol: ticket?.protocol ?? t('example.protocol'), queue: ticket ? ticket.queue ?? '' : t('example.queue'),
        greeting: t(`greeting.${dayPart(at, timeZone)}`), date: written({ dateStyle: 'short' }), time: written({ timeStyle: 'short' }),
      }
      return { ...builtIn, ...Object.fromEntries(own.map(({ key, value }) => [key, value ?? answers[key]?.trim() ?? ''])) }
    },
    askedIn(templates) {
      const names = new Set(templateNames(templates))
      return own.filter(({ key, value }) => value === null && names.has(key))
    },
  }
}
