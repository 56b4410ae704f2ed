import { Button } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PeopleField } from './PeopleField.tsx'
import type { LetterHead } from './use-letter-head.ts'

/** The head of a letter above its words: who gets it, others too once they are asked for, and the subject. */
export function LetterFields({ head }: { head: LetterHead }) {
  const { t } = useTranslation('attendance')
  const id = useId()
  const [opened, setOpened] = useState<'cc' | 'bcc' | 'both' | null>(null)
  const hasCc = head.cc.length > 0 || head.ccRest !== '' || opened === 'cc' || opened === 'both'
  const hasBcc = head.bcc.length > 0 || head.bccRest !== '' || opened === 'bcc' || opened === 'both'
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('letter.head')}</legend>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1 text-list">
        <p className="flex min-w-0 flex-1 gap-2 py-1">
          <span className="w-16 shrink-0 text-ink-muted">{t('letter.to')}</span>
          <span className="min-w-0 truncate" title={head.to.address}>
            <bdi>{head.to.name}</bdi>
            {head.to.address !== undefined && head.to.address !== head.to.name && (
              <bdi className="ml-1.5 text-ink-muted">{head.to.address}</bdi>
            )}
          </span>
        </p>
        {!hasCc && (
          <Button size="small" variant="ghost" onClick={() => setOpened(opened === 'bcc' ? 'both' : 'cc')}>
            {t('letter.cc')}
          </Button>
        )}
        {!hasBcc && (
          <Button size="small" variant="ghost" onClick={() => setOpened(opened === 'cc' ? 'both' : 'bcc')}>
            {t('letter.bcc')}
          </Button>
        )}
      </div>
      <div className="flex items-center gap-2 border-b border-line px-3 py-1 text-list">
        <label htmlFor={id} className="w-16 shrink-0 text-ink-muted">
          {t('letter.subject')}
        </label>
        <input
          id={id}
          type="text"
          value={head.subject ?? ''}
          placeholder={head.usualSubject === '' ? t('letter.usualSubject') : head.usualSubject}
          className="min-w-0 flex-1 bg-transparent py-1 outline-none placeholder:text-ink-muted"
          onChange={(event) => head.change({ subject: event.target.value === '' ? undefined : event.target.value })}
        />
      </div>
      {hasCc && (
        <PeopleField
          label={t('letter.cc')}
          people={head.cc}
          rest={head.ccRest}
          autoFocus={head.cc.length === 0}
          onChange={(cc, ccRest) => head.change({ cc, ccRest })}
        />
      )}
      {hasBcc && (
        <PeopleField
          label={t('letter.bcc')}
          people={head.bcc}
          rest={head.bccRest}
          autoFocus={head.bcc.length === 0}
          onChange={(bcc, bccRest) => head.change({ bcc, bccRest })}
        />
      )}
    </fieldset>
  )
}
