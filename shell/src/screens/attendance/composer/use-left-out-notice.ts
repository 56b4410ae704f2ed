import { toast } from '@recado/sdk/ui'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../../base/ui/file-size.ts'
import type { Picked } from './attachments.ts'

/** Announces the files that were left out, by name, with the reasons (S8-126 to S8-128). */
export function useLeftOutNotice(): (picked: Omit<Picked, 'accepted'>) => void {
  const { t, i18n } = useTranslation('attendance')
  return useCallback(
    ({ tooLarge, overTotal, unsupported, broken }) => {
      const namesOf = (files: readonly File[]) =>
        new Intl.ListFormat(i18n.language).format(files.map(({ name }) => name))
      const tell = (id: string, text: string) => toast.error(text, { id, durationMs: 8_000 })
      for (const [limit, files] of tooLarge)
        tell(
          `too-large-${limit}`,
          t('composer.tooLarge', { names: namesOf(files), limit: fileSize(limit, i18n.language) }),
        )
      if (overTotal.length > 0) tell('over-total', t('composer.overTotal', { names: namesOf(overTotal) }))
      if (unsupported.length > 0)
        tell('unsupported-files', t('composer.unsupportedFiles', { names: namesOf(unsupported) }))
      if (broken.length > 0) tell('broken-images', t('composer.brokenImage', { names: namesOf(broken) }))
    },
    [t, i18n],
  )
}
