import type { DemoSeller } from './types.ts'

// The companies are invented; the PAN inside each GSTIN starts with DEM, and DEMO is no bank's IFSC prefix.

export const aranyika: DemoSeller = {
  email: 'seller@hariyali.test',
  companyName: 'Aranyika Botanics',
  gst: '08DEMFA0001A1Z4',
  mobile: '9000000001',
  address: {
    buildingNo: 'G-14',
    street: 'Sitapura Industrial Area, Phase 2',
    landmark: 'Opposite the water tower',
    pinCode: '302022',
    city: 'Jaipur',
    state: 'Rajasthan',
  },
  bankDetails: { fullName: 'Aranyika Botanics', accountNo: '100000000001', ifsccode: 'DEMO0000001' },
}

export const bansuli: DemoSeller = {
  email: 'studio-02@sellers.hariyali.test',
  companyName: 'Bansuli Bamboo Works',
  gst: '18DEMFB0002B1ZZ',
  mobile: '9000000002',
  address: {
    buildingNo: '27',
    street: 'Fancy Bazaar Road',
    landmark: 'Near the ferry ghat',
    pinCode: '781001',
    city: 'Guwahati',
    state: 'Assam',
  },
  bankDetails: { fullName: 'Bansuli Bamboo Works', accountNo: '100000000002', ifsccode: 'DEMO0000002' },
}

export const tamrakosh: DemoSeller = {
  email: 'studio-03@sellers.hariyali.test',
  companyName: 'Tamrakosh Metalcraft',
  gst: '09DEMFT0003T1ZE',
  mobile: '9000000003',
  address: {
    buildingNo: '112/3',
    street: 'Station Road',
    landmark: 'Behind the grain market',
    pinCode: '244001',
    city: 'Moradabad',
    state: 'Uttar Pradesh',
  },
  bankDetails: { fullName: 'Tamrakosh Metalcraft', accountNo: '100000000003', ifsccode: 'DEMO0000003' },
}

export const parnika: DemoSeller = {
  email: 'studio-04@sellers.hariyali.test',
  companyName: 'Parnika Homeware',
  gst: '32DEMFP0004P1Z0',
  mobile: '9000000004',
  address: {
    buildingNo: 'XII/408',
    street: 'Ollur Road',
    landmark: 'Next to the coir yard',
    pinCode: '680306',
    city: 'Thrissur',
    state: 'Kerala',
  },
  bankDetails: { fullName: 'Parnika Homeware', accountNo: '100000000004', ifsccode: 'DEMO0000004' },
}

export const sootkala: DemoSeller = {
  email: 'studio-05@sellers.hariyali.test',
  companyName: 'Sootkala Handlooms',
  gst: '33DEMFS0005S1ZO',
  mobile: '9000000005',
  address: {
    buildingNo: '56',
    street: 'Weavers Colony Main Street',
    landmark: 'Beside the dye house',
    pinCode: '638001',
    city: 'Erode',
    state: 'Tamil Nadu',
  },
  bankDetails: { fullName: 'Sootkala Handlooms', accountNo: '100000000005', ifsccode: 'DEMO0000005' },
}

export const kagzira: DemoSeller = {
  email: 'studio-06@sellers.hariyali.test',
  companyName: 'Kagzira Paper Studio',
  gst: '34DEMFK0006K1Z9',
  mobile: '9000000006',
  address: {
    buildingNo: '9',
    street: 'Mission Street',
    landmark: 'Two lanes from the promenade',
    pinCode: '605001',
    city: 'Puducherry',
    state: 'Puducherry',
  },
  bankDetails: { fullName: 'Kagzira Paper Studio', accountNo: '100000000006', ifsccode: 'DEMO0000006' },
}

export const dhoopvan: DemoSeller = {
  email: 'studio-07@sellers.hariyali.test',
  companyName: 'Dhoopvan Fragrance House',
  gst: '27DEMFD0007D1ZP',
  mobile: '9000000007',
  address: {
    buildingNo: 'Plot 31',
    street: 'Kothrud Industrial Estate',
    landmark: 'Near the east gate',
    pinCode: '411038',
    city: 'Pune',
    state: 'Maharashtra',
  },
  bankDetails: { fullName: 'Dhoopvan Fragrance House', accountNo: '100000000007', ifsccode: 'DEMO0000007' },
}

export const mittika: DemoSeller = {
  email: 'studio-08@sellers.hariyali.test',
  companyName: 'Mittika Clay & Garden',
  gst: '24DEMFM0008M1Z2',
  mobile: '9000000008',
  address: {
    buildingNo: '4',
    street: 'Khavda Road',
    landmark: 'Beside the kiln ground',
    pinCode: '370001',
    city: 'Bhuj',
    state: 'Gujarat',
  },
  bankDetails: { fullName: 'Mittika Clay & Garden', accountNo: '100000000008', ifsccode: 'DEMO0000008' },
}

export const himvaali: DemoSeller = {
  email: 'studio-09@sellers.hariyali.test',
  companyName: 'Himvaali Pantry',
  gst: '02DEMFH0009H1ZN',
  mobile: '9000000009',
  address: {
    buildingNo: '18-B',
    street: 'Rajgarh Road',
    landmark: 'Below the bus stand',
    pinCode: '173212',
    city: 'Solan',
    state: 'Himachal Pradesh',
  },
  bankDetails: { fullName: 'Himvaali Pantry', accountNo: '100000000009', ifsccode: 'DEMO0000009' },
}

export const lakdikatha: DemoSeller = {
  email: 'studio-10@sellers.hariyali.test',
  companyName: 'Lakdikatha Toys & Pets',
  gst: '29DEMFL0010L1Z1',
  mobile: '9000000010',
  address: {
    buildingNo: '73',
    street: 'Lacquer Craft Street',
    landmark: 'Opposite the turning sheds',
    pinCode: '562160',
    city: 'Channapatna',
    state: 'Karnataka',
  },
  bankDetails: { fullName: 'Lakdikatha Toys & Pets', accountNo: '100000000010', ifsccode: 'DEMO0000010' },
}

/** The first one is the demo account seller@hariyali.test. */
export const demoSellers: readonly DemoSeller[] = [
  aranyika,
  bansuli,
  tamrakosh,
  parnika,
  sootkala,
  kagzira,
  dhoopvan,
  mittika,
  himvaali,
  lakdikatha,
]
