import { conversationFacts, useViewer, useWords, type ConversationFacts } from '@recado/sdk/ui'

const here = (): { timeZone: string; at: Date } => ({
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  at: new Date(),
})

/** Example values of variables while a macro is written: a contact, and now. */
export function useExamples(): ConversationFacts {
  const { t, i18n } = useWords()
  const { name: agent } = useViewer()
  const { timeZone, at } = here()
  return conversationFacts(
    { name: t('example.contact'), protocol: t('example.protocol'), queue: t('example.queue') },
    { company: { name: t('example.company'), timeZone }, locale: i18n.language, agent, at },
  )
}
