import { Field, Select, useWords } from '@recado/sdk/ui'
import { supposedGrades, supposedKinds, type Supposed } from '../../simulation/supposed.ts'

const sources = ['given', 'supposed'] as const

/** The answers with which a rule is simulated: those that were given, or one that is supposed after each closing. */
export function AnswerFields({
  answer,
  onChange,
}: {
  /** Null for those that were given. */
  answer: Supposed | null
  onChange(answer: Supposed | null): void
}) {
  const { t } = useWords()
  const [lowest, highest] = supposedGrades[answer?.kind ?? 'nps']
  const grades = Array.from({ length: highest - lowest + 1 }, (_, at) => String(lowest + at))
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label={t('simulate.answer.source')}>
        <Select
          value={answer ? 'supposed' : 'given'}
          options={sources.map((value) => ({ value, label: t(`simulate.answer.sources.${value}`) }))}
          onValueChange={(chosen) => onChange(chosen === 'supposed' ? { kind: 'nps', grade: lowest } : null)}
        />
      </Field>
      {answer && (
        <>
          <Field label={t('simulate.answer.kind')}>
            <Select
              value={answer.kind}
              options={supposedKinds.map((value) => ({ value, label: t(`simulate.answer.kinds.${value}`) }))}
              onValueChange={(chosen) => {
                const kind = supposedKinds.find((one) => one === chosen)!
                onChange({ kind, grade: supposedGrades[kind][0] })
              }}
            />
          </Field>
          <Field label={t('simulate.answer.grade')}>
            <Select
              value={String(answer.grade)}
              options={grades.map((value) => ({ value, label: value }))}
              onValueChange={(chosen) => onChange({ ...answer, grade: Number(chosen) })}
            />
          </Field>
        </>
      )}
    </div>
  )
}
