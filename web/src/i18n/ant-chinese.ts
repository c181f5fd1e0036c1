import pickerWords from 'antd/es/date-picker/locale/zh_CN';
import words from 'antd/es/locale/zh_CN';
import type { Locale } from 'antd/es/locale';

/** Ant Design's Chinese locale. It includes the names of days and months, because Ant Design's calendar has only English ones. */
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
