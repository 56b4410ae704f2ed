import { useTranslation } from 'react-i18next'
import type { LetterAddress, Part } from '../../../../base/contracts.ts'

/** The subject of a letter as a line of its own, and whom it went to beside the contact. */
export function LetterHeadView({
  part: { subject, to = [], cc = [], bcc = [] },
}: {
  part: Extract<Part, { kind: 'letterHead' }>
}) {
  const { t } = useTranslation('attendance')
  const copies = [
    { label: t('letter.to'), people: to },
    { label: t('letter.cc'), people: cc },
    { label: t('letter.bcc'), people: bcc },
  ].filter(({ people }) => people.length > 0)
  if (subject === undefined && copies.length === 0) return null
  return (
    <div className="flex flex-col gap-0.5">
      {subject !== undefined && (
        <p className="font-semibold">
          <bdi>{subject}</bdi>
        </p>
      )}
      {copies.map(({ label, people }) => (
        <p key={label} className="text-list text-ink-muted">
          {label}: <People people={people} />
        </p>
      ))}
    </div>
  )
}

const People = ({ people }: { people: readonly LetterAddress[] }) =>
  people.map(({ name, address }, index) => (
    <span key={address}>
      {index > 0 && ', '}
      <bdi title={address} className="break-words">
        {name ?? address}
      </bdi>
    </span>
  ))
