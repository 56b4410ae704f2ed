import { NoPermission, PageHeader, usePermission, useWords } from '@recado/sdk/ui'
import { ConversationsBehind } from '../figures/conversations-behind.tsx'
import { Team } from '../figures/groups.tsx'
import { SpanChoice } from '../figures/span-choice.tsx'
import { useSpan } from '../figures/use-span.ts'
import { BackToReports } from '../parts/back-to-reports.tsx'

/** `/relatorios/estatisticas-atendimentos-usuarios` (S2-062): how much each user did in a period, and how fast. */
export default function UserStatisticsPage() {
  return usePermission('read') ? <Statistics /> : <NoPermission />
}

function Statistics() {
  const { t } = useWords()
  const span = useSpan(30)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <div className="flex flex-col gap-2">
        <BackToReports />
        <PageHeader className="mb-0" title={t('users.title')} description={t('users.description')} />
      </div>
      <SpanChoice span={span.chosen} today={span.today} onChange={span.choose} />
      <ConversationsBehind>
        <Team filter={span.shown} />
      </ConversationsBehind>
    </div>
  )
}
