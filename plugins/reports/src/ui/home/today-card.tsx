import { useWords } from '@recado/sdk/ui'
import { ConversationsBehind } from '../figures/conversations-behind.tsx'
import { Totals } from '../figures/totals.tsx'
import { useLastDays } from './use-last-days.ts'

/** What happened today, compared with yesterday, on the home page (S2-018). */
export default function TodayCard() {
  const { t } = useWords()
  const span = useLastDays(1)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-thread font-semibold">{t('figures.today')}</h2>
      <ConversationsBehind>
        <Totals filter={span} compares />
      </ConversationsBehind>
    </section>
  )
}
