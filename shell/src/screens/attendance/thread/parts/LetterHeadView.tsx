import { useTranslation } from 'react-i18next'
import type { LetterAddress, Part } from '../../../../base/contracts.ts'

/** The subject of a letter as a line of its own, whom it went to beside the contact, and who of them did not get it. */
export function LetterHeadView({
  part: { subject, to = [], cc = [], bcc = [], refused = [] },
}: {
  part: Extract<Part, { kind: 'letterHead' }>
}) {
  const { t } = useTranslation('attendance')
  const copies = [
    { label: t('letter.to'), people: to },
    { label: t('letter.cc'), people: cc },
    { label: t('letter.bcc'), people: bcc },
  ].filter(({ people }) => people.length > 0)
  if (subject === undefined && copies.length === 0 && refused.length === 0) return null
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
      {refused.length > 0 && (
        <ul aria-label={t('letter.refusedTitle')} className="flex flex-col gap-0.5 text-list text-danger">
          {refused.map(({ address, said }) => (
            <li key={address} className="wrap-anywhere">
              {t('letter.refused', { address })}{' '}
              <bdi className="text-xs text-ink-muted" translate="no">
                {said}
              </bdi>
            </li>
          ))}
        </ul>
      )}
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
