import { conversationFacts, templateNames, useApi, useViewer, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { Variable, Vocabulary } from '../variables/variable.ts'
import { builtInNames, dayPart } from '../variables/variables.ts'
import { factsWith, type VariableFacts } from '../variables/wording.ts'

/** Filling in of messages for one conversation. */
export interface Wording {
  readonly state: 'pending' | 'failed' | 'ready'
  /** Names that can stand between braces here: those for everybody, then the company's own. */
  readonly names: readonly string[]
  /** Current value of each name; `answers` are the agent's. */
  facts(answers?: Readonly<Record<string, string>>): VariableFacts
  /** Variables of the company that have to be asked for, to fill in these texts. */
  askedIn(templates: readonly string[]): Variable[]
}

const staleAfterMs = 60_000

/** The words for a conversation; without one, examples. Date, time and greeting go by the company's clock. */
export function useWording(
  ticket: { readonly name: string; readonly protocol: string; readonly queue: string | null } | undefined,
  isWanted = true,
): Wording {
  const { t, i18n } = useWords()
  const { name: agent } = useViewer()
  const api = useApi()
  const { data, isError } = useQuery({
    queryKey: ['quick-messages', 'vocabulary'],
    queryFn: ({ signal }) => api.get<Vocabulary>('variables', { signal }),
    enabled: isWanted,
    staleTime: staleAfterMs,
  })
  const own = data?.variables ?? []
  const conversation = ticket ?? {
    name: t('example.contact'),
    protocol: t('example.protocol'),
    queue: t('example.queue'),
  }

  return {
    state: data ? 'ready' : isError ? 'failed' : 'pending',
    names: [...Object.keys(builtInNames), ...own.map(({ key }) => key)],
    facts(answers = {}) {
      const [at, timeZone] = [new Date(), data?.timeZone ?? 'UTC']
      // A message cannot contain the company's name: the company has its own variable for that.
      const facts = conversationFacts(conversation, {
        company: { name: '', timeZone },
        locale: i18n.language,
        agent,
        at,
      })
      return factsWith({ ...facts, greeting: t(`greeting.${dayPart(at, timeZone)}`) }, own, answers)
    },
    askedIn(templates) {
      const names = new Set(templateNames(templates))
      return own.filter(({ key, value }) => value === null && names.has(key))
    },
  }
}
