import { useWords } from '@recado/sdk/ui'
import type { Option } from '../../../graph/graph.ts'
import { maxAttempts, maxOptions, maxWaitMinutes } from '../../../graph/limits.ts'
import type { FieldsOf } from './fields-of.ts'
import { ChoiceField, LineField, ListField, NumberField, TextField, WordsField } from './fields.tsx'
import { nextId } from './next-id.ts'

/** A question with options: buttons and lists where the channel has them, numbered text where not. */
export function MenuFields({ data, onChange }: FieldsOf<'menu'>) {
  const { t } = useWords()
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  return (
    <>
      <TextField
        label={t('form.text')}
        help={t('form.variables')}
        value={data.text}
        onChange={(text) => set({ text })}
      />
      <ListField<Option>
        title={t('form.options')}
        items={data.options}
        max={maxOptions}
        addLabel={t('form.addOption')}
        keyOf={({ id }) => id}
        create={() => ({ id: nextId(data.options, 'o'), label: '', hint: '', keys: [] })}
        onChange={(options) => set({ options })}
      >
        {(option, change, at) => (
          <>
            <LineField
              label={t('form.option', { number: at + 1 })}
              max={72}
              value={option.label}
              onChange={(label) => change({ ...option, label })}
            />
            <LineField
              label={t('form.hint')}
              max={72}
              value={option.hint}
              onChange={(hint) => change({ ...option, hint })}
            />
            <WordsField
              label={t('form.keys')}
              help={t('form.keysHelp')}
              value={option.keys}
              onChange={(keys) => change({ ...option, keys })}
            />
          </>
        )}
      </ListField>
      <ChoiceField
        label={t('form.display')}
        value={data.display}
        options={['auto', 'buttons', 'list', 'numbers', 'none'] as const}
        words="display"
        onChange={(display) => set({ display })}
      />
      <LineField
        label={t('form.variable')}
        help={t('form.variableHelp')}
        max={40}
        value={data.variable}
        onChange={(variable) => set({ variable })}
      />
      <AttemptFields data={data} onChange={set} />
    </>
  )
}

interface Attempts {
  readonly attempts: number
  readonly invalidText: string
  readonly silentMinutes: number | null
}

/** How often an answer may be wrong, what is said then, and how long one is waited for. */
export function AttemptFields({ data, onChange }: { data: Attempts; onChange(change: Partial<Attempts>): void }) {
  const { t } = useWords()
  return (
    <>
      <NumberField
        label={t('form.attempts')}
        value={data.attempts}
        min={1}
        max={maxAttempts}
        onChange={(attempts) => onChange({ attempts: attempts ?? 1 })}
      />
      <TextField
        label={t('form.invalidText')}
        rows={2}
        value={data.invalidText}
        onChange={(invalidText) => onChange({ invalidText })}
      />
      <SilenceField data={data} onChange={onChange} />
    </>
  )
}

/** For how long an answer is waited for. */
export function SilenceField({
  data,
  onChange,
}: {
  data: Pick<Attempts, 'silentMinutes'>
  onChange(change: Pick<Attempts, 'silentMinutes'>): void
}) {
  const { t } = useWords()
  return (
    <NumberField
      label={t('form.silentMinutes')}
      help={t('form.silentMinutesHelp')}
      value={data.silentMinutes}
      min={1}
      max={maxWaitMinutes}
      onChange={(silentMinutes) => onChange({ silentMinutes })}
    />
  )
}
