/** What the company of the demo tells in its knowledge base. */
export const articles = [
  {
    title: 'Trocas e devoluções',
    category: 'Pedidos',
    isPublished: true,
    audience: 'customers',
    body:
      '# Prazo\n\nTrocamos qualquer produto em até **7 dias**, sem uso e com a nota fiscal.\n\n' +
      '# Produto com defeito\n\nA troca é sem custo em até 90 dias. Envie uma foto pela conversa: respondemos com ' +
      'o código dos Correios.\n\n# Devolução do valor\n\n' +
      'O estorno sai em até 5 dias úteis, pelo mesmo meio do pagamento.',
  },
  {
    title: 'Prazos de entrega',
    category: 'Pedidos',
    isPublished: true,
    audience: 'customers',
    body:
      '# Capital e região\n\nPedidos até as 15h chegam no dia útil seguinte.\n\n# Interior\n\n' +
      'Dois a quatro dias úteis. O frete é grátis acima de R$ 90,00.\n\n# Rastreio\n\n' +
      'O código chega por e-mail e pela conversa assim que o pedido sai.',
  },
  {
    title: 'Formas de pagamento',
    category: 'Pagamentos',
    isPublished: true,
    audience: 'customers',
    body:
      '# Aceitamos\n\n- Pix, com 5% de desconto\n- Cartão em até 6 vezes\n- Boleto para empresas, com 30 dias\n\n' +
      '# Segunda via\n\nPeça pela conversa com o número do pedido.',
  },
  {
    title: 'Preços para escolas e empresas',
    category: 'Atacado',
    isPublished: true,
    audience: 'team',
    body:
      '# Desconto por quantidade\n\n| Unidades | Desconto |\n| --- | --- |\n| 50 | 15% |\n| 200 | 20% |\n' +
      '| 500 | combinar com Helena |\n\n# Faturamento\n\nBoleto para 30 dias depois do primeiro pedido pago.',
  },
] as const
