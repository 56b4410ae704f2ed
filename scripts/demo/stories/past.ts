/** A conversation that ended before today. */
export interface PastStory {
  readonly name: string
  readonly daysAgo: number
  readonly lines: readonly (readonly [from: 'customer' | 'company', text: string])[]
}

/** The oldest conversation began this many days ago. */
export const daysOfPast = 35

/** Conversations of the last week, and two of last month. */
export const past: readonly PastStory[] = [
  {
    name: 'Elisa Guimarães',
    daysAgo: 34,
    lines: [
      ['customer', 'Bom dia, vocês restauram encadernação de livro antigo?'],
      ['company', 'Bom dia, Elisa! Restauramos, sim. Pode trazer para um orçamento?'],
      ['customer', 'Levo na quinta. É um álbum de 1954.'],
      ['company', 'Combinado, pergunte por Helena.'],
    ],
  },
  {
    name: 'Escola Girassol',
    daysAgo: 29,
    lines: [
      ['customer', 'Precisamos de 120 kits de material para o primeiro ano'],
      ['company', 'Segue a proposta: R$ 84,90 por kit, com entrega na escola.'],
      ['customer', 'Aprovado! Podem faturar para 30 dias?'],
      ['company', 'Podemos, sim. O pedido é o 20011.'],
    ],
  },
  {
    name: 'Patrícia Leal',
    daysAgo: 7,
    lines: [
      ['customer', 'Meu pedido ainda não chegou'],
      ['company', 'Ele saiu para entrega hoje cedo, Patrícia.'],
      ['customer', 'Chegou agora, obrigada!'],
    ],
  },
  {
    name: 'Gustavo Neri',
    daysAgo: 6,
    lines: [
      ['customer', 'Tem refil para a caneta tinteiro azul?'],
      ['company', 'Temos, R$ 12,00 a caixa com cinco.'],
      ['customer', 'Separa duas caixas para mim?'],
      ['company', 'Separadas até sábado!'],
    ],
  },
  {
    name: 'Clínica Bem Viver',
    daysAgo: 5,
    lines: [
      ['customer', 'Boa tarde, preciso repor papel A4, 20 resmas'],
      ['company', 'Entregamos amanhã de manhã, o valor é o mesmo do mês passado.'],
      ['customer', 'Perfeito.'],
    ],
  },
  {
    name: 'Alana Freitas',
    daysAgo: 4,
    lines: [
      ['customer', 'Comprei a aquarela errada, posso trocar?'],
      ['company', 'Pode, em até 7 dias e sem uso. Traga a nota, por favor.'],
      ['customer', 'Levo amanhã'],
    ],
  },
  {
    name: 'Nicolas Barreto',
    daysAgo: 3,
    lines: [
      ['customer', 'Qual é a chave Pix de vocês?'],
      ['company', 'É o CNPJ: 12.345.678/0001-95, Papelaria Aurora.'],
      ['customer', 'Paguei, segue o comprovante'],
      ['company', 'Recebido, obrigado!'],
    ],
  },
  {
    name: 'Vera Lúcia Prado',
    daysAgo: 2,
    lines: [
      ['customer', 'A moldura que encomendei ficou pronta?'],
      ['company', 'Ficou, Vera! Pode retirar a partir das 14h.'],
      ['customer', 'Passo às 15h'],
    ],
  },
  {
    name: 'Samuel Ortiz',
    daysAgo: 1,
    lines: [
      ['customer', 'O frete para Santos demora quanto?'],
      ['company', 'Dois dias úteis, e é grátis acima de R$ 90,00.'],
      ['customer', 'Ótimo, fiz o pedido'],
    ],
  },
]
