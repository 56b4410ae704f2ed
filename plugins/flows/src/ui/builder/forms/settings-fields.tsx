import { useWords } from '@recado/sdk/ui'
import type { Graph } from '../../../graph/graph.ts'
import { maxWaitMinutes } from '../../../graph/limits.ts'
import { ChoiceField, DestinationField, NumberField, WordsField } from './fields.tsx'

type Settings = Graph['settings']

/** What holds for the whole flow: words that leave it or begin it again, and what becomes of who does not answer. */
export function SettingsFields({ settings, onChange }: { settings: Settings; onChange(settings: Settings): void }) {
  const { t } = useWords()
  const set = (change: Partial<Settings>): void => onChange({ ...settings, ...change })
  return (
    <>
      <WordsField
        label={t('settings.humanKeywords')}
        help={t('settings.humanKeywordsHelp')}
        value={settings.humanKeywords}
        onChange={(humanKeywords) => set({ humanKeywords })}
      />
      <DestinationField label={t('settings.human')} value={settings.human} onChange={(human) => set({ human })} />
      <WordsField
        label={t('settings.restartKeywords')}
        value={settings.restartKeywords}
        onChange={(restartKeywords) => set({ restartKeywords })}
      />
      <DestinationField
        label={t('settings.attempts')}
        value={settings.attempts}
        onChange={(attempts) => set({ attempts })}
      />
      <NumberField
        label={t('settings.silentMinutes')}
        value={settings.silentMinutes}
        min={1}
        max={maxWaitMinutes}
        onChange={(silentMinutes) => set({ silentMinutes: silentMinutes ?? 1 })}
      />
      <ChoiceField
        label={t('settings.silence')}
        value={settings.silence}
        options={['people', 'close'] as const}
        words="silence"
        onChange={(silence) => set({ silence })}
      />
      {settings.silence === 'people' && (
        <DestinationField label={t('settings.silent')} value={settings.silent} onChange={(silent) => set({ silent })} />
      )}
    </>
  )
}
