import { Badge, useNumberFormat } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { secondsText } from '../../base/i18n/duration.ts'
import { Fact, FactDetail, Facts } from '../../base/ui/Facts.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { Missing } from './Missing.tsx'
import { Moment } from './Moment.tsx'
import type { OperationsStatus } from '@recado/sdk/client'
import { headingOf } from './sections.ts'
import { useCountText } from './use-count-text.ts'

const tones = { up: 'success', down: 'danger', unused: 'neutral' } as const

/** Path of events into the log and between nodes. */
export function EventFlow({ status: { network, outbox, bus, at } }: { status: OperationsStatus }) {
  const { t, i18n } = useTranslation('operations')
  const { whole } = useNumberFormat()
  const countText = useCountText()
  return (
    <Section id={headingOf('events')} title={t('sections.events')}>
      <Facts>
        <Fact label="NATS">
          <Badge tone={tones[network.state]}>{t(`events.network.${network.state}`)}</Badge>
          {network.since && (
            <FactDetail>
              <Moment at={network.since} now={at} />
            </FactDetail>
          )}
        </Fact>
        {outbox && (
          <Fact label={t('events.waiting')}>
            {countText(outbox.events)}
            {outbox.events > 0 && (
              <FactDetail>{t('events.oldest', { time: secondsText(outbox.seconds, i18n.language) })}</FactDetail>
            )}
          </Fact>
        )}
        {bus && <Fact label={t('events.head')}>{whole(bus.head)}</Fact>}
      </Facts>
      {outbox === null && <Missing />}
    </Section>
  )
}
