import { Badge, Button, Field, Tabs, Textarea } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Locale, privacyNoticeLength } from '../../base/contracts.ts'
import { localeNames } from '../../base/i18n/locale-choice.ts'
import { useGlobals } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'

const locales = Object.keys(localeNames) as Locale[]

/** Editor of the privacy notice, in four languages. A changed text gets a new version, and everybody is asked again. */
export function PrivacyNoticeEditor() {
  const { t, i18n } = useTranslation('platform')
  const { draft, errors } = useGlobals()
  const [locale, setLocale] = useState<Locale>(i18n.language as Locale)
  const [preview, setPreview] = useState(false)
  const notice = draft.values.privacyNotice
  const text = notice?.text[locale] ?? ''
  const write = (words: string) => {
    const { [locale]: _before, ...others } = notice?.text ?? {}
    const written = words.trim() === '' ? others : { ...others, [locale]: words }
    draft.set(
      'privacyNotice',
      Object.keys(written).length === 0 ? null : { version: notice?.version ?? 1, text: written },
    )
  }
  const isChanged = 'privacyNotice' in draft.changes
  const problem = Object.entries(errors).find(([path]) => path.startsWith('privacyNotice'))?.[1]
  return (
    <Section
      title={t('notice.title')}
      description={t('notice.detail')}
      aside={
        notice && (
          <Badge tone={isChanged ? 'accent' : 'neutral'}>
            {isChanged ? t('notice.newVersion') : t('notice.version', { version: notice.version })}
          </Badge>
        )
      }
    >
      <Tabs
        label={t('notice.language')}
        value={locale}
        onValueChange={(value) => setLocale(value as Locale)}
        tabs={locales.map((value) => ({
          value,
          label: (
            <>
              {localeNames[value]}
              {notice?.text[value] === undefined && <span className="text-ink-muted"> · {t('notice.missing')}</span>}
            </>
          ),
        }))}
      >
        <div className="flex flex-col gap-3 pt-3">
          {preview ? (
            <div
              className={
                'max-h-96 overflow-y-auto rounded-md border border-line bg-canvas px-4 py-3 text-thread ' +
                'whitespace-pre-line'
              }
              lang={locale}
              tabIndex={0}
              role="region"
              aria-label={t('notice.preview')}
            >
              {text === '' ? <span className="text-ink-muted">{t('notice.empty')}</span> : text}
            </div>
          ) : (
            <Field label={t('notice.text', { language: localeNames[locale] })} help={t('notice.help')} error={problem}>
              <Textarea
                rows={10}
                maxLength={privacyNoticeLength}
                lang={locale}
                value={text}
                onChange={(event) => write(event.target.value)}
              />
            </Field>
          )}
          <Button size="small" className="self-start" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {t(preview ? 'notice.write' : 'notice.preview')}
          </Button>
        </div>
      </Tabs>
    </Section>
  )
}
