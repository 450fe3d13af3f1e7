import { testShare } from './share.ts';

testShare('embedded');
