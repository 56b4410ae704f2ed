import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, settingTextLength } from '../../base/contracts.ts'
import { ChoiceSetting, TextSetting, ToggleSetting, useGlobals } from './global-fields.tsx'
import { PrivacyNoticeEditor } from './PrivacyNoticeEditor.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { VideoList } from './VideoList.tsx'

/** S2-127: settings of the interface before and around the screens. */
export function FrontendTab() {
  const { t } = useTranslation('platform')
  return (
    <>
      <Section title={t('brand.title')} description={t('brand.detail')}>
        <TextSetting name="applicationName" maxLength={nameLengths.product} required />
        <TextSetting name="logoUrl" type="url" placeholder="https://" />
        <LogoPreview />
        <TextSetting name="homeUrl" type="url" placeholder="https://" />
        <TextSetting name="builderUrl" type="url" placeholder="https://" />
      </Section>
      <Section title={t('entry.title')} description={t('entry.detail')}>
        <ChoiceSetting name="loginFormPosition" options={['left', 'center', 'right']} />
        <ToggleSetting name="disableRegisterButton" inverted />
        <TextSetting name="termsUrl" type="url" placeholder="https://" />
        <ChoiceSetting name="captchaMode" options={['suspicious', 'always']} />
        <TextSetting name="captchaKey" maxLength={settingTextLength} />
      </Section>
      <PrivacyNoticeEditor />
      <VideoList />
    </>
  )
}

/**
 * The logo as the frame will show it. The page may only load pictures of a logo that is stored, so one that was just
 * typed shows once it is saved.
 */
function LogoPreview() {
  const { t } = useTranslation('platform')
  const {
    draft: {
      values: { logoUrl, applicationName },
    },
  } = useGlobals()
  const [failed, setFailed] = useState<string | null>(null)
  if (logoUrl === null) return null
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-canvas px-3 py-2.5" aria-live="polite">
      {failed === logoUrl ? (
        <p className="text-list text-ink-muted">{t('brand.unseen')}</p>
      ) : (
        <>
          <img
            src={logoUrl}
            alt={t('brand.preview')}
            className="size-8 rounded-md object-contain"
            onError={() => setFailed(logoUrl)}
          />
          <span className="truncate text-thread font-semibold">{applicationName}</span>
        </>
      )}
    </div>
  )
}
