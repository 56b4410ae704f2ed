import { useTranslation } from 'react-i18next'
import { Fact, FactDetail, Facts } from '../../base/ui/Facts.tsx'
import { Moment } from './Moment.tsx'
import type { OperationsStatus } from '@recado/sdk/client'
import { Part } from './Part.tsx'
import { useCountText } from './use-count-text.ts'

/** Messages that wait to be sent, and those that wait although their channel is connected. */
export function DeliveryFigures({ status: { deliveries, at } }: { status: OperationsStatus }) {
  const { t } = useTranslation('operations')
  return (
    <Part name="deliveries" value={deliveries}>
      {({ waiting, held }) =>
        waiting.length === 0 ? (
          <p className="text-list text-ink-muted">{t('deliveries.none')}</p>
        ) : (
          <Facts>
            {waiting.map(({ state, count, oldest }) => (
              <Waiting key={state} label={t(`deliveries.states.${state}`)} count={count} oldest={oldest} now={at} />
            ))}
            <Waiting label={t('deliveries.held')} count={held.count} oldest={held.oldest} now={at} />
          </Facts>
        )
      }
    </Part>
  )
}

interface WaitingProps {
  label: string
  count: number
  oldest: string | null
  now: string
}

function Waiting({ label, count, oldest, now }: WaitingProps) {
  const { t } = useTranslation('operations')
  const countText = useCountText()
  return (
    <Fact label={label}>
      {countText(count)}
      {oldest !== null && (
        <FactDetail>
          {t('deliveries.oldest')} <Moment at={oldest} now={now} />
        </FactDetail>
      )}
    </Fact>
  )
}
