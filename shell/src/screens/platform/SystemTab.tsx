import { useTranslation } from 'react-i18next'
import { ChoiceSetting, NumberSetting, ToggleSetting } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'

/** S2-125: bounds of the installation, how messages are sent, and how long data is kept. */
export function SystemTab() {
  const { t } = useTranslation('platform')
  return (
    <>
      <Section title={t('limits.title')} description={t('limits.detail')}>
        <NumberSetting name="maxConnections" placeholder={t('limits.none')} />
        <NumberSetting name="maxStorage" placeholder={t('limits.none')} />
        <ToggleSetting name="disableUserCreation" inverted />
      </Section>
      <Section title={t('delivery.title')} description={t('delivery.detail')}>
        <ChoiceSetting name="deliveryMode" options={['queue', 'direct', 'rabbitmq']} />
      </Section>
      <Section title={t('retention.title')} description={t('retention.detail')}>
        <NumberSetting name="keepMessagesDays" placeholder={t('retention.forever')} />
        <NumberSetting name="keepDeliveriesDays" placeholder={t('retention.forever')} />
        <NumberSetting name="keepTicketLogDays" placeholder={t('retention.forever')} />
        <NumberSetting name="keepAuditDays" placeholder={t('retention.forever')} />
        <NumberSetting name="keepEventsDays" required />
      </Section>
    </>
  )
}
