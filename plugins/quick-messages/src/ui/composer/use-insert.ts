import { fillTemplate, toast, useWords, type SlotMap } from '@recado/sdk/ui'
import type { QuickMessage } from '../../messages/quick-message.ts'
import type { VariableFacts } from '../../variables/wording.ts'
import { downloadFile } from './download-file.ts'
import { stackStore } from './stack.ts'

/** Puts a message in: a single part into the editor, where it can be changed; several onto the stack above it. */
export function useInsert({
  ticket,
  composer,
}: SlotMap['ticket.composer.above']): (message: QuickMessage, facts: VariableFacts) => void {
  const { t } = useWords()
  return (message, facts) => {
    const parts = message.parts
      .map(({ text, file }) => ({ text: fillTemplate(text, facts).trim(), file }))
      .filter(({ text, file }) => text !== '' || file !== null)
    const [first, ...others] = parts
    composer.insertText(others.length === 0 ? (first?.text ?? '') : '')
    if (others.length > 0) stackStore.add(ticket.id, parts)
    else if (first?.file)
      void downloadFile(first.file).then(
        (file) => composer.attach([file]),
        () => toast.error(t('composer.fileFailed', { name: first.file!.name })),
      )
  }
}
