import { useWords } from '@recado/sdk/ui'
import type { FieldsOf } from './fields-of.ts'
import { LineField, TextField } from './fields.tsx'

/** What a language model is told, what it reads, and where its answer goes. */
export function AiFields({ data, onChange }: FieldsOf<'ai'>) {
  const { t } = useWords()
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  return (
    <>
      <TextField
        label={t('form.instructions')}
        help={t('form.instructionsHelp')}
        max={4_000}
        rows={6}
        value={data.instructions}
        onChange={(instructions) => set({ instructions })}
      />
      <TextField
        label={t('form.modelReads')}
        help={t('form.modelReadsHelp')}
        max={4_000}
        rows={3}
        value={data.text}
        onChange={(text) => set({ text })}
      />
      <LineField label={t('form.variable')} max={40} value={data.variable} onChange={(variable) => set({ variable })} />
    </>
  )
}
