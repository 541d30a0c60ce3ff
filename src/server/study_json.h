// Lessons and the coach's advice as JSON for the page.
#pragma once

#include <string>
#include <vector>

#include "study/coach.h"
#include "study/lesson.h"

namespace sow {

// The response to /api/lesson.
std::string lesson_json(const GameDef& def, const std::vector<LessonStep>& steps);

// The response to /api/coach.
std::string coach_json(const Game& game, const std::vector<Advice>& advice);

}  // namespace sow
