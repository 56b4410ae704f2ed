import { useWords, type SlotMap } from '@recado/sdk/ui'
import { Offer } from './offer.tsx'

/** Above the form of a new number at Meta: connecting one of the Business app without filling anything in. */
export default function SignupOffer({ connection }: SlotMap['connection.form']) {
  const { t } = useWords()
  if (connection) return null
  return (
    <Offer>
      <p className="text-ink-muted">{t('signup.byHand')}</p>
    </Offer>
  )
}
