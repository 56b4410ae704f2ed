import { Button, Field, IconButton, Input } from '@recado/sdk/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useGlobals } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { type GlobalSettingValues, settingTextLength } from '../../base/contracts.ts'

/** Films that help people along. */
export function VideoList() {
  const { t } = useTranslation('platform')
  const { draft, errors } = useGlobals()
  const { videos } = draft.values
  const change = (at: number, video: Partial<GlobalSettingValues['videos'][number]>) =>
    draft.set(
      'videos',
      videos.map((one, index) => (index === at ? { ...one, ...video } : one)),
    )
  return (
    <Section title={t('videos.title')} description={t('videos.detail')}>
      {videos.length === 0 && <p className="text-list text-ink-muted">{t('videos.none')}</p>}
      <ul className="flex flex-col gap-4">
        {videos.map(({ title, url }, at) => (
          // A video is its place in the list: nothing else of it stays while it is typed.
          <li key={at} className="grid items-start gap-3 pane:grid-cols-[1fr_1.5fr_auto]">
            <Field label={t('videos.name')} error={errors[`videos.${at}.title`]} required>
              <Input
                value={title}
                maxLength={settingTextLength}
                onChange={(event) => change(at, { title: event.target.value })}
              />
            </Field>
            <Field label={t('videos.url')} error={errors[`videos.${at}.url`]} required>
              <Input
                value={url}
                type="url"
                placeholder="https://"
                spellCheck={false}
                onChange={(event) => change(at, { url: event.target.value })}
              />
            </Field>
            <IconButton
              className="pane:mt-6"
              icon={<Trash2 size={16} />}
              label={t('videos.remove', { title: title || at + 1 })}
              onClick={() =>
                draft.set(
                  'videos',
                  videos.filter((_, index) => index !== at),
                )
              }
            />
          </li>
        ))}
      </ul>
      <Button
        size="small"
        className="self-start"
        icon={<Plus size={14} />}
        disabled={videos.length >= 50}
        onClick={() => draft.set('videos', [...videos, { title: '', url: '' }])}
      >
        {t('videos.add')}
      </Button>
    </Section>
  )
}
