import type { Locale } from '@recado/sdk'
import en from '../../locales/en.json' with { type: 'json' }
import es from '../../locales/es.json' with { type: 'json' }
import ptBR from '../../locales/pt-BR.json' with { type: 'json' }
import ru from '../../locales/ru.json' with { type: 'json' }
import { reasonText } from '../agent/hand-over/reason-text.ts'
import type { TestResult } from './test-set.ts'

const wordsOf: Readonly<Record<Locale, (typeof en)['tests']['table']>> = {
  'pt-BR': ptBR.tests.table,
  en: en.tests.table,
  es: es.tests.table,
  ru: ru.tests.table,
}

/** The results of a run as a table, a question a row. */
export function tableOf(
  results: readonly TestResult[],
  locale: Locale,
): { readonly heading: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const words = wordsOf[locale]
  const yesNo = (value: boolean | null | undefined): string =>
    value === null || value === undefined ? '' : value ? words.yes : words.no
  return {
    heading: [
      words.question,
      words.facts,
      words.answer,
      words.handOver,
      words.calls,
      words.sources,
      words.missing,
      words.resolved,
      words.cited,
      words.refused,
      words.tokens,
      words.failure,
    ],
    rows: results.map(({ question, facts, result }) => [
      question,
      facts.join('\n'),
      result?.text ?? '',
      result?.handOver ? reasonText(result.handOver, locale) : '',
      (result?.calls ?? []).map((call) => `${call.name} ${JSON.stringify(call.arguments)}`).join('\n'),
      (result?.sources ?? []).join('\n'),
      (result?.missing ?? []).join('\n'),
      yesNo(result?.isResolved),
      yesNo(result?.isCited),
      yesNo(result?.isRefused),
      result ? String(result.input + result.output) : '',
      result?.failure ?? '',
    ]),
  }
}
