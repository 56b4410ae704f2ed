/** Amounts in reais that a text names: `R$ 1.250,90`, `r$80`. */
export const amountsIn = (text: string): number[] =>
  [...text.matchAll(/R\$\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{2}))?(?![\d.,]*\d)/gi)].map(([, whole, cents = '0']) =>
    Number(`${whole!.replaceAll('.', '')}.${cents}`),
  )

/** An amount as customers read it. */
export const inReais = (amount: number): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount)
