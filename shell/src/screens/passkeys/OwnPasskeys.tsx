import { PageHeader } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { OwnPasskeyList } from './OwnPasskeyList.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** `/passkey`: how one shows who one is when signing in. */
export function OwnPasskeys() {
  const { t } = useTranslation('ownPasskeys')
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('own.title')} description={t('own.description')} />
        <OwnPasskeyList />
        <SecondFactor />
      </div>
    </div>
  )
}
