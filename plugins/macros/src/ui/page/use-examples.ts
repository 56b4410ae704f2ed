import { useViewer, useWords } from '@recado/sdk/ui'
import type { VariableFacts } from '../../runs/facts.ts'

/** What variables stand for while a macro is written: somebody who writes in, and now. */
export function useExamples(): VariableFacts {
  const { t, i18n } = useWords()
  const { name: agent } = useViewer()
  const fullName = t('example.contact')
  const written = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(i18n.language, options).format(new Date())
  return {
    name: fullName.split(' ', 1)[0]!, fullName, agent, protocol: t('example.protocol'), queue: t('example.queue'), company: t('example.company'),
    date: written({ dateStyle: 'short' }), time: written({ timeStyle: 'short' }),
  }
}
