import {
  DropdownMenu,
  Icon,
  IconButton,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  usePermission,
  useWords,
  type SlotMap,
} from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import { styleNames } from '../../composer/styles.ts'
import type { RewriteWish } from '../../composer/routes.ts'
import { languageOfCustomer } from '../../words/same-language.ts'
import { useAssistance } from '../use-assistance.ts'
import { useKeepWritten, useWordsNews, useWordsOf } from '../words/use-words-of.ts'
import { WriteDialog, type Writing } from './write-dialog.tsx'

/** Language of a customer who is translated for where the ticket names none, and none is known by a translation. */
const otherLanguage = 'en'

/** The sparkles of the composer: a reply suggested, a draft rewritten. */
export default function WriteAction({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t, i18n } = useWords()
  const [writing, setWriting] = useState<Writing>()
  const [taken, setTaken] = useState<{ readonly text: string }>()
  const { replace } = composer
  // After the dialog has gone and given the focus back: it goes on into the text.
  useEffect(() => {
    if (!taken) return undefined
    const timer = setTimeout(() => {
      setTaken(undefined)
      replace(taken.text)
    })
    return () => clearTimeout(timer)
  }, [taken, replace])
  // The composer is there once for each conversation, unlike its messages.
  useWordsNews(ticket.id)
  const keepWritten = useKeepWritten(ticket.id)
  const { data } = useWordsOf(ticket.id)
  const detected = languageOfCustomer(data?.words ?? [], ticket.agentLanguage ?? i18n.language)
  const { replies } = useAssistance()
  const [mayRewrite, maySuggest] = [usePermission('rewrite'), usePermission('suggest') && replies]
  const isEmpty = composer.text.trim() === ''
  const rewrite = (wish: RewriteWish): void => setWriting({ kind: 'rewrite', wish, draft: composer.text })
  if (!mayRewrite && !maySuggest) return null
  return (
    <>
      <DropdownMenu
        side="top"
        align="start"
        trigger={<IconButton icon={<Icon name="sparkles" />} label={t('write.title')} disabled={composer.disabled} />}
      >
        {maySuggest && (
          <MenuItem onSelect={() => setWriting({ kind: 'suggest', draft: composer.text })}>
            {t('write.suggest')}
          </MenuItem>
        )}
        {maySuggest && mayRewrite && <MenuSeparator />}
        {mayRewrite && (
          <>
            <MenuLabel>{isEmpty ? t('write.needsText') : t('write.rewrite')}</MenuLabel>
            <MenuItem disabled={isEmpty} onSelect={() => rewrite({ kind: 'shorten' })}>
              {t('write.shorten')}
            </MenuItem>
            <MenuItem
              disabled={isEmpty}
              onSelect={() => rewrite({ kind: 'translate', to: ticket.clientLanguage ?? detected ?? otherLanguage })}
            >
              {t('write.translate')}
            </MenuItem>
            {styleNames.map((style) => (
              <MenuItem key={style} disabled={isEmpty} onSelect={() => rewrite({ kind: 'style', style })}>
                {t(`style.${style}`)}
              </MenuItem>
            ))}
          </>
        )}
      </DropdownMenu>
      {writing && (
        <WriteDialog
          ticket={ticket}
          writing={writing}
          onWriting={setWriting}
          onTake={(text, translated) => {
            if (translated !== undefined) keepWritten({ text: translated, translation: text })
            setWriting(undefined)
            setTaken({ text })
          }}
          onClose={() => setWriting(undefined)}
        />
      )}
    </>
  )
}
