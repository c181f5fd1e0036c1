import pickerWords from 'antd/es/date-picker/locale/zh_CN';
import words from 'antd/es/locale/zh_CN';
import type { Locale } from 'antd/es/locale';

/** Ant Design's own words in Chinese. The names of days and months stand here because its calendar has English ones alone. */
export const antLocale: Locale = {
  ...words,
  DatePicker: {
    ...pickerWords,
    lang: {
      ...pickerWords.lang,
      shortWeekDays: ['日', '一', '二', '三', '四', '五', '六'],
      shortMonths: Array.from({ length: 12 }, (_, month) => `${month + 1}月`),
    },
  },
};
