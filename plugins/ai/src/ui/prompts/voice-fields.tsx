import { Field, Input, Select, useWords } from '@recado/sdk/ui'
import type { PromptDraft } from '../../prompts/prompt.ts'
import { voiceProviders, type VoiceProvider } from '../../voice/speech.ts'
import { KeyField } from './key-field.tsx'

interface VoiceFieldsProps {
  draft: PromptDraft
  hasVoiceKey: boolean
  issues: Readonly<Record<string, string>>
  onChange(change: Partial<PromptDraft>): void
}

const nobody = 'nobody'

/** Who speaks the answers to what was spoken. */
export function VoiceFields({ draft, hasVoiceKey, issues, onChange }: VoiceFieldsProps) {
  const { t } = useWords()
  const { voiceProvider } = draft
  return (
    <>
      <Field label={t('form.voiceProvider.label')} help={t('form.voiceProvider.help')} error={issues['voiceProvider']}>
        <Select
          value={voiceProvider ?? nobody}
          options={[nobody, ...voiceProviders].map((value) => ({ value, label: t(`form.voiceProvider.${value}`) }))}
          onValueChange={(value) => onChange({ voiceProvider: value === nobody ? null : (value as VoiceProvider) })}
        />
      </Field>
      {voiceProvider !== null && (
        <>
          <Field
            label={t('form.voice.label')}
            help={t(`form.voice.${voiceProvider}`)}
            required={voiceProvider !== 'plugin'}
            error={issues['voice']}
          >
            <Input
              value={draft.voice}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => onChange({ voice: target.value })}
            />
          </Field>
          {voiceProvider === 'azure' && (
            <Field label={t('form.voiceRegion.label')} required error={issues['voiceRegion']}>
              <Input
                value={draft.voiceRegion}
                maxLength={60}
                autoComplete="off"
                placeholder="brazilsouth"
                onChange={({ target }) => onChange({ voiceRegion: target.value.trim().toLowerCase() })}
              />
            </Field>
          )}
          {voiceProvider !== 'plugin' && (
            <KeyField
              label={t('form.voiceApiKey.label')}
              help={t(voiceProvider === 'openai' ? 'form.voiceApiKey.openai' : 'form.voiceApiKey.help')}
              value={draft.voiceApiKey}
              isKept={hasVoiceKey}
              error={issues['voiceApiKey']}
              onChange={(voiceApiKey) => onChange({ voiceApiKey })}
            />
          )}
        </>
      )}
    </>
  )
}
