/** Green claims of the demo shop. The certifiers and their numbers are invented; what is claimed is true of the products. */
import type { Covers, EvidenceCode, WordingCode } from '../../contract/green-claim-list.ts'

export interface DemoClaim {
  code: WordingCode
  covers: Covers
  part?: string
  kind: EvidenceCode
  number?: string
  /** The last day is so many days after the first start. */
  daysLeft?: number
  /** Of one seller. */
  slugs: readonly string[]
}

export const demoClaims: readonly DemoClaim[] = [
  {
    code: 'plastic-free-packaging',
    covers: 'packaging',
    kind: 'test-report',
    number: 'DEMO-TC-0002',
    daysLeft: 420,
    slugs: ['bamboo-toothbrush-set', 'bamboo-cotton-buds', 'neem-comb-wide-tooth', 'bamboo-pet-brush'],
  },
  {
    code: 'plastic-free',
    covers: 'product',
    kind: 'test-report',
    number: 'DEMO-TC-0003',
    daysLeft: 610,
    slugs: ['neem-comb-wide-tooth', 'neem-comb-fine-handle', 'neem-spatula-set', 'bamboo-cotton-buds'],
  },
  {
    code: 'cruelty-free',
    covers: 'product',
    kind: 'leaping-bunny',
    number: 'DEMO-LB-0001',
    daysLeft: 280,
    slugs: [
      'neem-tulsi-bath-soap',
      'haldi-chandan-soap',
      'khus-bath-soap',
      'rose-clay-soap',
      'shikakai-shampoo-bar',
      'kokum-body-butter',
    ],
  },
  {
    code: 'plastic-free-packaging',
    covers: 'packaging',
    kind: 'test-report',
    number: 'DEMO-TC-0004',
    daysLeft: 350,
    slugs: ['neem-tulsi-bath-soap', 'haldi-chandan-soap', 'khus-bath-soap', 'dish-soap-block'],
  },
  {
    code: 'organic-cotton',
    covers: 'product',
    kind: 'gots',
    number: 'DEMO-GOTS-0001',
    daysLeft: 190,
    slugs: ['muslin-swaddle-pair', 'muslin-burp-cloths', 'washable-cotton-rounds'],
  },
  {
    code: 'natural-dye',
    covers: 'product',
    kind: 'test-report',
    number: 'DEMO-TC-0005',
    daysLeft: 330,
    slugs: ['channapatna-stacking-rings', 'wooden-baby-rattle'],
  },
  {
    code: 'organic-ingredients',
    covers: 'product',
    kind: 'npop',
    number: 'DEMO-NPOP-0001',
    daysLeft: 240,
    slugs: ['lakadong-turmeric', 'kangra-green-tea', 'foxtail-millet'],
  },
  {
    code: 'recycled-material',
    covers: 'part',
    part: 'the barrel, of old newspaper',
    kind: 'test-report',
    number: 'DEMO-TC-0006',
    daysLeft: 400,
    slugs: ['seed-pencils', 'paper-colour-pencils'],
  },
  {
    code: 'handmade',
    covers: 'making',
    kind: 'own-declaration',
    slugs: ['cotton-rag-notebook', 'leaf-print-journal'],
  },
]
