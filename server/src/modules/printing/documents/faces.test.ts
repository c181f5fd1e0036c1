import { Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { drawable, faceOf, facePackages, type Face } from './faces.rules.ts';
import { hasGlyph, openFace } from './open-faces.ts';
import { runsOf } from './text-lines.rules.ts';

/** Names as sellers and buyers write them. */
const names: readonly (readonly [language: string, name: string])[] = [
  ['English', 'Anne O’Brien & Sons – “Best” £5 €9'],
  ['Malay', 'Siti Nurhaliza binti Tarudin'],
  ['Indonesian', 'Rahmat Hidayat, Jl. Sudirman No. 5'],
  ['Javanese', 'ꦱꦸꦫꦏꦂꦠ ꦲꦢꦶꦤꦶꦁꦫꦠ꧀'],
  ['Filipino', 'Niño Peñaranda ₱1,200'],
  ['Vietnamese', 'Nguyễn Thị Phương Quỳnh ₫'],
  ['Vietnamese, decomposed', 'Nguyễn Thị Phương Quỳnh'.normalize('NFD')],
  ['Chinese, simplified', '陈伟明，广东省深圳市（福田区）'],
  ['Chinese, traditional', '臺灣龜山鄉鬱蔥體「觀塘」'],
  ['Cantonese', '囍喺嘅冇㗎佢哋'],
  ['Japanese', '渡辺ガブリエル さくら ｶﾅ 〒100-0001 々ー'],
  ['Korean', '김민수 서울특별시 ㈜쇼핑 ㅋㅋ'],
  ['Korean, decomposed', '김민수 서울특별시'.normalize('NFD')],
  ['Thai', 'น้ำผึ้ง ศรีสุวรรณ ฿120 ๑๒๓'],
  ['Lao', 'ນ້ຳຝົນ ສີສຸວັນ ໑໒'],
  ['Khmer', 'ស្រីមុំ ព្រះសីហនុ ៛'],
  ['Burmese', 'မြန်မာ ကျော်စွာ ၁၂၃'],
  ['Tamil', 'தமிழ்ச்செல்வன் கிருஷ்ணன் ௹'],
  ['Hindi', 'श्रीकृष्ण प्रसाद त्रिपाठी। ₹'],
  ['Nepali', 'ज्ञानेन्द्र क्षेत्री'],
  ['Bengali', 'শ্রীমান রবীন্দ্রনাথ ঠাকুর ৳'],
  ['Telugu', 'శ్రీనివాస్ రెడ్డి'],
  ['Kannada', 'ಶ್ರೀನಿವಾಸ ಮೂರ್ತಿ'],
  ['Malayalam', 'ശ്രീകുമാർ നമ്പൂതിരി'],
  ['Gujarati', 'શ્રી નરેન્દ્ર પટેલ'],
  ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Sinhala', 'ශ්\u200dරී ලංකා ක්\u200dරිෂාන්'],
  ['Arabic', 'محمد بن عبد الله الأنصاري، شقة ١٢'],
  ['Persian', 'می\u200cخواهم نیلوفر ۱۲۳'],
  ['Urdu', 'محمد عمران خان ٹیپو ڈھاکہ'],
  ['Malay in Jawi', 'نورهاليزا چڠڬڽ'],
  ['Hebrew', 'יוֹסֵף בן־דוד ₪'],
  ['Polish', 'Łukasz Żółć-Gęśląjaźń'],
  ['Czech', 'Jiří Dvořák, Třebíč, Ňuňu'],
  ['Turkish', 'İbrahim Şahin Ağaoğlu ₺'],
  ['Romanian', 'Ștefan Țăranu'],
  ['Croatian', 'Đorđe Šćepanović Ž'],
  ['Hungarian', 'Erdős Győző'],
  ['Latvian', 'Ģirts Ķēniņš'],
  ['Icelandic', 'Þórður Æðr'],
  ['Yoruba', 'Ọlúwaṣẹ́gun Adéọlá'],
  ['Greek', 'Άρης Ώριμος Ϊών'],
  ['Greek, with all accents', 'ᾄδω Ἑλλάς ῥόδον'],
  ['Russian', 'Анна Фёдорова Щукина ₽'],
  ['Ukrainian', 'Їжакевич Ґалаґан Євген'],
  ['Kazakh', 'Әлия Қасымова Ңұр'],
  ['Georgian', 'გიორგი ბერიძე'],
  ['Armenian', 'Հայկ Գրիգորյան'],
  ['signs', '₱ ₹ ✔ ✓ ★ ☆ ● → ™ ® ① ㎡ ½ × °C'],
  ['emoji', '👩\u200d👧 ❤\ufe0f 👍🏽 🇸🇬 1\ufe0f\u20e3 🧿 😀'],
];

/** The glyphs of a text as a face draws it; 0 is the box of what it lacks. */
function glyphsOf(face: Face, text: string, isBold: boolean): number[] {
  const buffer = new ShapingBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(openFace({ face, isBold }), buffer);
  return buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
}

/** The characters that a face lists in its own table. */
const listed = new Map<Face, ReadonlySet<number>>();
function tableOf(face: Face): ReadonlySet<number> {
  const table = listed.get(face) ?? new Set(openFace({ face, isBold: false }).face.collectUnicodes());
  listed.set(face, table);
  return table;
}

const joiners = /[\u200c\u200d]/u;

describe('a name', () => {
  it.each(names)('in %s has a glyph for each character, thin and bold', (_language, name) => {
    const text = drawable(name, hasGlyph);
    expect(text).not.toContain('[U+');
    for (const run of runsOf(text, hasGlyph)) {
      const missing = Array.from(run.text).filter(
        (character) => !joiners.test(character) && !tableOf(run.face).has(character.codePointAt(0) ?? 0),
      );
      expect(missing).toEqual([]);
      for (const isBold of [false, true]) expect(glyphsOf(run.face, run.text, isBold)).not.toContain(0);
    }
  });

  it('loses what shows nothing, and is composed', () => {
    expect(drawable('a\u200bb\u200e\u202ec\u2060\ufeff\u00add\u3164', hasGlyph)).toBe('abcd');
    expect(drawable('e\u0301 한', hasGlyph)).toBe('é 한');
    expect(drawable('a\u00a0b\u3000c\td', hasGlyph)).toBe('a b c d');
    expect(drawable('a\r\nb\u2028c', hasGlyph)).toBe('a\r\nb\nc');
  });

  it('keeps the joiners of letters that need them, and no others', () => {
    const sinhala = 'ශ්\u200dරී';
    expect(drawable(sinhala, hasGlyph)).toBe(sinhala);
    expect(drawable('می\u200cخواهم', hasGlyph)).toBe('می\u200cخواهم');
    expect(drawable('a\u200cb\u200d 陈\u200d', hasGlyph)).toBe('ab 陈');
  });

  it('is drawn in its plain form where no face has it, or else as names in brackets', () => {
    expect(drawable('𝓢𝓱𝓸𝓹', hasGlyph)).toBe('Shop');
    expect(drawable('A\u{12000}B\ue000', hasGlyph)).toBe('A[U+12000]B[U+E000]');
    expect(drawable('a\ud83d', hasGlyph)).toBe('a\ufffd');
  });
});

describe('faces', () => {
  it('are each used by one of the names', () => {
    const used = names.flatMap(([, name]) =>
      runsOf(drawable(name, hasGlyph), hasGlyph).map(({ face }) => face),
    );
    expect([...new Set<string>(used)].toSorted()).toEqual(Object.keys(facePackages).toSorted());
  });

  it('are chosen by the script of a character', () => {
    const samples = {
      latin: 'a',
      han: '陈',
      korean: '김',
      thai: 'ก',
      arabic: 'ع',
      emoji: '😀',
      symbols: '✔',
    };
    for (const [face, character] of Object.entries(samples)) {
      expect([character, faceOf(character, null, hasGlyph)]).toEqual([character, face]);
    }
  });

  it('are not changed by a space, but the wide ones of signs and emoji', () => {
    const faces = (text: string) => runsOf(text, hasGlyph).map(({ face }) => face);
    expect(faces('김 민수')).toEqual(['korean']);
    expect(faces('محمد علي')).toEqual(['arabic']);
    expect(faces('😀 Mug')).toEqual(['emoji', 'latin']);
  });
});
