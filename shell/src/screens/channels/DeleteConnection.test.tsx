import { expect, it } from 'vitest'
import { confirmsDeletion } from './DeleteConnection.tsx'

it("S5-111 is confirmed by the word for delete or by the channel's name, and by nothing else", () => {
  for (const typed of ['EXCLUIR', 'excluir', ' DELETE ', 'Loja 1']) expect(confirmsDeletion(typed, 'Loja 1')).toBe(true)
  for (const typed of ['', 'Loja', 'loja 1', 'EXCLUI', 'sim']) expect(confirmsDeletion(typed, 'Loja 1')).toBe(false)
})
