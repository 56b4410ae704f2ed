const yes = ['sim', 's', 'yes', 'y', 'sí', 'si', 'да', 'ok', 'okay', 'confirmo', 'confirmar', 'pode', 'claro', 'isso']
const words = new Set(yes)

/** Whether a customer's whole answer is a yes. Anything more is not: the model reads it. */
export const isYes = (text: string): boolean =>
  words.has(
    text
      .trim()
      .toLowerCase()
      .replace(/[\p{P}\p{S}\s]+$/u, ''),
  )
