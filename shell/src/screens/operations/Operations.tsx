import { useTranslation } from 'react-i18next'
import { SettingsPage } from '../../base/forms/SettingsPage.tsx'
import { AdviceList } from './AdviceList.tsx'
import { AlarmList } from './AlarmList.tsx'
import { ConsumerList } from './ConsumerList.tsx'
import { DeadLetterList } from './DeadLetterList.tsx'
import { DeliveryFigures } from './DeliveryFigures.tsx'
import { EventFlow } from './EventFlow.tsx'
import { JobFigures } from './JobFigures.tsx'
import { NodeList } from './NodeList.tsx'
import { PoolFigures } from './PoolFigures.tsx'
import { ReadingLine } from './ReadingLine.tsx'
import { SessionList } from './SessionList.tsx'
import { useOperationsStatus } from './use-operations.ts'

/** `/configuracoes/operacao`: how the installation runs, what is wrong first, and what can be done about it. */
export function Operations() {
  const { t } = useTranslation('operations')
  const reading = useOperationsStatus()
  const { data: status, isPending, isLoadingError, isRefetchError, error, refetch } = reading
  return (
    <SettingsPage
      title={t('title')}
      description={t('description')}
      what={t('what')}
      query={{ isPending, isError: isLoadingError, error, refetch }}
    >
      {status && (
        <>
          <ReadingLine at={status.at} hasFailed={isRefetchError} />
          <AlarmList status={status} />
          <AdviceList advice={status.advice} />
          <NodeList status={status} />
          <EventFlow status={status} />
          <ConsumerList status={status} />
          <DeadLetterList status={status} />
          <SessionList status={status} />
          <DeliveryFigures status={status} />
          <PoolFigures status={status} />
          <JobFigures status={status} />
        </>
      )}
    </SettingsPage>
  )
}
