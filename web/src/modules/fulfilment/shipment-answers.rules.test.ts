import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { describe, expect, it } from 'vitest';
import { isShipmentAnswered, shipmentOf, shipmentPasted } from './shipment-answers.rules.ts';

const asked = (key: string, kind: 'text' | 'texts' | 'choice', source?: string) => ({
  key,
  label: key,
  kind,
  required: true,
  pattern: source === undefined ? null : { source, message: 'No blanks' },
  choices: [],
  within: null,
  initial: null,
});
const form: ShipmentForm = {
  methods: [{ key: 'own', label: 'Own', fields: [asked('tracking_no', 'text', '[A-Z0-9-]+')] }],
  initial_method: null,
  chooses_items: false,
  is_recorded_here: false,
};

describe('the number of a parcel', () => {
  it('is checked and sent without blanks and invisible characters', () => {
    const given = { method: 'own', tracking_no: '\u200BQX-123 45\u00A0' };
    expect(isShipmentAnswered(form, given)).toBe(true);
    expect(shipmentOf(form, given)).toMatchObject({ tracking_no: 'QX-12345' });
  });

  it('is pasted where it is asked for, and nowhere else', () => {
    expect(shipmentPasted(form, { method: 'own' }, { key: 'tracking_no', line: 'QX-1 2' })).toEqual({
      method: 'own',
      tracking_no: 'QX-12',
    });
    expect(shipmentPasted(form, { method: 'own' }, { key: 'sender_real_name', line: 'Tan' })).toBeNull();
    const several: ShipmentForm = {
      ...form,
      methods: [{ key: 'own', label: 'Own', fields: [asked('tracking_numbers', 'texts')] }],
    };
    expect(shipmentPasted(several, {}, { key: 'tracking_numbers', line: 'QX-1' })).toEqual({
      tracking_numbers: ['QX-1'],
    });
  });
});
